import { Database, type Migration, pendingMigrations } from '@psa/postgres-kit';
import { type Dependency, sharedProbe } from './admin-server.ts';

/**
 * What a service needs of its database, asked over a connection of its own: behind the requests that fill the pool, a busy
 * service would be taken for one without a database, and lose its traffic to others as busy.
 */
export function databaseDependencies(
  service: string,
  { url, pooler }: { url: string; pooler: boolean },
  migrations: Readonly<Record<string, Migration>>,
): { dependencies: Dependency[]; close(): Promise<void> } {
  const database = new Database({ url, max: 1, applicationName: `psa-${service}-probe`, queryTimeoutMs: 1_500, pooler });
  return {
    dependencies: [
      {
        name: 'postgres',
        probe: sharedProbe(async () => {
          await database.query('select 1');
        }),
      },
      {
        name: 'migrations',
        probe: sharedProbe(async () => {
          const pending = await pendingMigrations(database, migrations);
          if (pending.length > 0) throw new Error(`not yet: ${pending.join(', ')}`);
        }),
      },
    ],
    close: () => database.close(),
  };
}
