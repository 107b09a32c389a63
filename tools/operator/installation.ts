import { bucketOf, type Bucket, blobSettings } from '@psa/blob-kit';
import pg from 'pg';
import { z } from 'zod';
import { readDevFile } from '../local/dev-file.ts';
import type { Home } from '../local/home.ts';
import { NATS_ADMIN, natsUrlOf } from '../local/nats-users.ts';
import { Refusal } from '../local/refusal.ts';
import { loadSecrets } from '../local/secrets.ts';
import { databaseRoles } from '../local/services.ts';
import { UNREACHABLE_EXIT_CODE } from './call-service.ts';

/** Where an installation keeps what is of tenants. */
export interface Installation {
  readonly database: pg.Client;
  /** Undefined where all files are in Postgres. */
  readonly bucket: Bucket | undefined;
  /** Address of the broker with the rights of its administrator; undefined where none is known. */
  readonly natsUrl: string | undefined;
}

/** Which installation, where it is not the one in the home. */
export interface Place {
  readonly database?: string;
  readonly nats?: string;
}

/**
 * Connects to the installation that is named, else to the one of the environment, else to the one in the home.
 * @throws Refusal when there is none, or its database does not answer
 */
export async function openInstallation(home: Home, { database, nats }: Place, env: NodeJS.ProcessEnv): Promise<Installation> {
  const dev = readDevFile(home);
  const named = database ?? (env.PSA_MIGRATION_DATABASE_URL || undefined);
  const url = named ?? dev?.databaseUrl;
  if (url === undefined)
    throw new Refusal(
      `Which database? Nothing runs in ${home.path}; start it with npm start, or set --database or PSA_MIGRATION_DATABASE_URL.`,
      UNREACHABLE_EXIT_CODE,
    );
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, options: '-c timezone=UTC' });
  // One that is lost is told by the statement that waits for it.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new Refusal(`The database at ${new URL(url).host} cannot be reached: ${(error as Error).message}`, UNREACHABLE_EXIT_CODE);
  }
  // The broker of the home goes with its database alone: of another installation it would be the wrong one.
  const natsOfHome = () =>
    named !== undefined || dev === undefined
      ? undefined
      : natsUrlOf(dev.natsUrl, NATS_ADMIN, loadSecrets(home, databaseRoles).natsPasswords[NATS_ADMIN] ?? '');
  return {
    database: client,
    bucket: bucketOf(z.object(blobSettings).parse(env)),
    natsUrl: nats ?? (env.PSA_NATS_ADMIN_URL || env.PSA_NATS_URL || natsOfHome()),
  };
}
