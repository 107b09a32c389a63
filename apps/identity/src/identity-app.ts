import type { TenantId } from '@psa/contract-kit';
import { handlersFor } from '@psa/http-kit';
import type { Mailer } from '@psa/mail-kit';
import { type Database, TenantDb } from '@psa/postgres-kit';
import type { Log } from '@psa/observability-kit';
import type { SecretBox } from '@psa/secrets-kit';
import type { Db, DoneBy, Tx } from './identity-db.ts';
import type { ClientDirectory } from './ports/client-directory.ts';
import type { TeamWork } from './ports/team-work.ts';
import type { Auth } from './resources/authentication/auth/auth.ts';
import type { VerifySecondFactor } from './resources/authentication/sign-in/second-factor.ts';
import type { SealedCookies } from './resources/authentication/auth/sealed-cookies.ts';
import type { SignInProvider } from './resources/authentication/sign-in/sign-in-provider.ts';
import type { DeviceTokens } from './resources/authentication/trusted-device/device-tokens.ts';
import type { CheckPassword } from './resources/authentication/password/password-hash.ts';
import type { PasswordComposition } from './resources/authentication/password/password.rules.ts';
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
  /** Asked once for each sign-in by password, whoever is meant. */
  readonly checkPassword: CheckPassword;
  /** Asked after every right password. */
  readonly secondFactor: VerifySecondFactor<Ports>;
  /** Ways to sign in beside the password, in the order they are shown in. */
  readonly providers: readonly SignInProvider<Ports>[];
  /** The services that know what teams work on. */
  readonly teamWork: TeamWork;
  /** The service that knows clients and their contacts. */
  readonly clients: ClientDirectory;
  /** The way out for mails. */
  readonly mailer: Mailer;
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

export type { Db, DoneBy, Tx };

/** A tenant's database, for work that no request of that tenant brought. @param by who has it done, and in which chain of causes */
export function tenantDb({ database }: Pick<Ports, 'database'>, tenant: TenantId, by: DoneBy): Db {
  const { actor, correlationId, origin } = by;
  return new TenantDb<Tables>(database, { tenant, actor, correlationId, ...(origin === undefined ? {} : { origin }) });
}

export const handlers = handlersFor<IdentityApp>();
