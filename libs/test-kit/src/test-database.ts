import { createHash, randomUUID } from 'node:crypto';
import {
  createKitTables,
  createSecretTables,
  createTenantTable,
  createTextFunctions,
  createTextIndex,
  migrate,
  type Migration,
} from '@psa/postgres-kit';
import pg from 'pg';
import { citusEngine } from './citus-engine.ts';
import { postgresEngine } from './postgres-engine.ts';
import { testServers } from './test-servers.ts';

export interface TestDatabase {
  readonly adminUrl: string;
  readonly appUrl: string;
  readonly workerUrl: string;
  /** Superuser's pool on this database: sees every tenant, for looking behind the API. */
  readonly admin: pg.Pool;
  drop(): Promise<void>;
}

/** What test databases are made by: `PSA_TEST_ENGINE=citus` takes the server of `PSA_TEST_DATABASE_URL` for the coordinator of a cluster. */
export const testEngine = process.env['PSA_TEST_ENGINE'] === 'citus' ? citusEngine : postgresEngine;

const TEMPLATE_LOCK = 7_306_152;

/** A fresh, migrated database of its own, cloned from a template that the first test of a service makes. */
export async function createTestDatabase(service: string, migrations: Readonly<Record<string, Migration>>): Promise<TestDatabase> {
  const { databaseUrl } = await testServers();
  const template = `psa_template_${testEngine.layout}_${service}_${fingerprint(migrations)}`;
  const name = `psa_test_${service}_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const server = new pg.Client({ connectionString: databaseUrl });
  await server.connect();
  try {
    await server.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await server.query('select 1 from pg_database where datname = $1 and datistemplate', [template]);
    if (rowCount === 0) {
      await testEngine.drop(server, template);
      await testEngine.create(server, template);
      await migrate({ service, migrations, onProgress: () => {}, ...urls(databaseUrl, service, template) });
      await testEngine.seal(server, template, Object.keys(migrations).length > 0 ? service : undefined);
    }
    await testEngine.clone(server, name, template);
  } finally {
    await server.end();
  }
  // Settings of a role are kept per database and do not come with the template.
  const own = urls(databaseUrl, service, name);
  await migrate({ service, migrations, onProgress: () => {}, ...own });
  const admin = new pg.Pool({ connectionString: own.adminUrl, max: 2, options: `-c search_path=${service},public -c timezone=UTC` });
  // The forced drop may end a connection that is still closing.
  admin.on('error', () => {});
  return {
    ...own,
    admin,
    async drop() {
      await admin.end();
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      await testEngine.drop(client, name);
      await client.end();
    },
  };
}

/** On a server that outlives the test run a template of other migrations must not be taken for today's. */
function fingerprint(migrations: Readonly<Record<string, Migration>>): string {
  const ofKits = [createKitTables, createSecretTables, createTenantTable, createTextIndex, createTextFunctions].join('\n');
  const text =
    Object.entries(migrations)
      .map(([name, { up }]) => name + up.toString())
      .join('\n') + ofKits;
  return createHash('md5').update(text).digest('hex').slice(0, 8);
}

function urls(databaseUrl: string, service: string, database: string) {
  const at = (role?: string) => {
    const url = new URL(databaseUrl);
    url.pathname = `/${database}`;
    if (role !== undefined) [url.username, url.password] = [`psa_${service}_${role}`, 'test'];
    return url.href;
  };
  return { adminUrl: at(), appUrl: at('app'), workerUrl: at('worker') };
}
