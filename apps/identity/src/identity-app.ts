import type { Actor, TenantId } from '@psa/contract-kit';
import { handlersFor } from '@psa/http-kit';
import type { Mailer } from '@psa/mail-kit';
import { type Database, type Origin, TenantDb, type TenantScope, type TenantTx } from '@psa/postgres-kit';
import type { Log, SecretBox } from '@psa/service-kit';
import type { ClientDirectory } from './ports/client-directory.ts';
import type { TeamWork } from './ports/team-work.ts';
import type { Auth } from './resources/sign-in/auth.ts';
import type { VerifySecondFactor } from './resources/sign-in/second-factor.ts';
import type { SealedCookies } from './resources/sign-in/sealed-cookies.ts';
import type { SignInProvider } from './resources/sign-in/sign-in-provider.ts';
import type { DeviceTokens } from './resources/two-factor/device-tokens.ts';
import type { PasswordComposition } from './resources/user/password.rules.ts';
import type { Tables } from './tables.ts';

/** What handlers and answers reach beside a tenant's database. */
export interface Ports {
  /** For what is asked before a tenant is known, and for the operator, who belongs to none. */
  readonly database: Database;
  readonly log: Log;
  /** Session tokens, cookies and the address sign-ins end at. */
  readonly auth: Auth;
  /** Seals what has to be read again. */
  readonly secrets: SecretBox;
  /** What a browser keeps while its user is at a provider, or answers a challenge. */
  readonly sealedCookies: SealedCookies;
  /** The cookies of devices on which no second factor is asked for. */
  readonly devices: DeviceTokens;
  /** Asked after every right password. */
  readonly secondFactor: VerifySecondFactor;
  /** Ways to sign in beside the password, in the order they are shown in. */
  readonly providers: readonly SignInProvider[];
  /** The services that know what teams work on. */
  readonly teamWork: TeamWork;
  /** The service that knows clients and their contacts. */
  readonly clients: ClientDirectory;
  /** The way out for mails; undefined where they have to wait. */
  readonly mailer: Mailer | undefined;
  readonly passwordComposition: PasswordComposition;
  /** What the billing system signs with; undefined where nobody can. */
  readonly webhookSecret: string | undefined;
  /** The setting that switches usage statistics, as it is. */
  readonly usageStats: string | undefined;
}

export interface IdentityApp {
  tables: Tables;
  ports: Ports;
}

export type Db = TenantScope<Tables>;
export type Tx = TenantTx<Tables>;

/** Who has work done, in which chain of causes, and from where. */
export interface DoneBy {
  readonly actor: Actor;
  readonly correlationId: string;
  readonly origin?: Origin;
}

/** A tenant's database, for work that no request of that tenant brought. @param by who has it done, and in which chain of causes */
export function tenantDb({ database }: Pick<Ports, 'database'>, tenant: TenantId, by: DoneBy): Db {
  const { actor, correlationId, origin } = by;
  return new TenantDb<Tables>(database, { tenant, actor, correlationId, ...(origin === undefined ? {} : { origin }) });
}

export const handlers = handlersFor<IdentityApp>();
