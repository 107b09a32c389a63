import { randomBytes } from 'node:crypto';
import { newSigningKey } from '../local/secrets.ts';
import { NATS_ADMIN, natsUrlOf, OPERATOR } from '../local/nats-users.ts';
import type { Workload } from './workload.ts';

/** Where the servers are reached that the services share. */
export interface Places {
  readonly postgres: string;
  readonly nats: string;
  readonly database: string;
}

export interface MadeSecrets {
  /** By service, by setting. */
  readonly services: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly migrations: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Variables of the servers' own environment. */
  readonly servers: Readonly<Record<string, string>>;
  /** Of the operator's commands. */
  readonly operator: Readonly<Record<'PSA_NATS_URL' | 'PSA_NATS_ADMIN_URL' | 'PSA_MIGRATION_DATABASE_URL', string>>;
}

/** The variable that holds a broker user's password; its value must begin with a letter to be taken for a text. */
export function natsPasswordVariable(user: string): string {
  return `PSA_NATS_PASSWORD_${user.toUpperCase().replaceAll('-', '_')}`;
}

const newPassword = () => `p${randomBytes(24).toString('hex')}`;

/** Makes every secret a new installation needs. */
export function makeSecrets(workloads: readonly Workload[], places: Places): MadeSecrets {
  const superuser = newPassword();
  const natsUsers = [...workloads.map(({ name }) => name), OPERATOR, NATS_ADMIN];
  const natsPasswords = Object.fromEntries(natsUsers.map((user) => [user, newPassword()]));
  const natsUrl = (user: string) => natsUrlOf(`nats://${places.nats}`, user, natsPasswords[user] ?? '');
  const databaseUrl = (role: string, password: string) => `postgres://${role}:${password}@${places.postgres}/${places.database}`;
  // One value wherever the setting is needed.
  const shared: Readonly<Record<string, string>> = {
    PSA_TOKEN_SIGNING_KEY: JSON.stringify(newSigningKey()),
    PSA_AUTH_SECRET: randomBytes(33).toString('base64url'),
    PSA_WEBHOOK_SECRET: randomBytes(33).toString('base64url'),
  };
  const services: Record<string, Record<string, string>> = {};
  const migrations: Record<string, Record<string, string>> = {};
  for (const { name, secrets, migration } of workloads) {
    const own: Readonly<Record<string, string>> = {
      ...shared,
      PSA_NATS_URL: natsUrl(name),
      PSA_DATABASE_URL: databaseUrl(`psa_${name}_app`, newPassword()),
      PSA_WORKER_DATABASE_URL: databaseUrl(`psa_${name}_worker`, newPassword()),
      PSA_MIGRATION_DATABASE_URL: databaseUrl('postgres', superuser),
      PSA_ENCRYPTION_KEYS: `first:${randomBytes(32).toString('base64')}`,
    };
    const unknown = secrets.filter((setting) => setting.required && own[setting.name] === undefined);
    if (unknown.length > 0)
      throw new Error(
        `${name} cannot do without ${unknown.map((setting) => setting.name).join(', ')}: say in tools/deploy/made-secrets.ts how it is made`,
      );
    services[name] = chosen(
      own,
      secrets.map((setting) => setting.name),
    );
    if (migration) migrations[name] = chosen(own, migration.secrets);
  }
  return {
    services,
    migrations,
    operator: {
      PSA_NATS_URL: natsUrl(OPERATOR),
      PSA_NATS_ADMIN_URL: natsUrl(NATS_ADMIN),
      PSA_MIGRATION_DATABASE_URL: databaseUrl('postgres', superuser),
    },
    servers: {
      POSTGRES_PASSWORD: superuser,
      ...Object.fromEntries(natsUsers.map((user) => [natsPasswordVariable(user), natsPasswords[user] ?? ''])),
    },
  };
}

/** Those of the names that there is a value for. */
function chosen(values: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
}
