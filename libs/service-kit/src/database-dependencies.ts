import { clockSkew, Database, type Migration, pendingMigrations } from '@psa/postgres-kit';
import { type Dependency, sharedProbe } from './admin-server.ts';

/**
 * How far a machine's clock may be from the database's, in milliseconds. Internal tokens live for 60 seconds: a service further off refuses
 * what the gateway vouches for, and times that it writes contradict those of its peers.
 */
const MAX_CLOCK_SKEW_MS = 30_000;

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
        name: 'clock',
        probe: sharedProbe(async () => assertClocksAgree(await clockSkew((text) => database.query(text, [])))),
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

/** @throws Error that says how far this machine's clock is off @param skew in milliseconds */
function assertClocksAgree(skew: number): void {
  if (Math.abs(skew) <= MAX_CLOCK_SKEW_MS) return;
  throw new Error(`this machine is ${Math.round(Math.abs(skew) / 1000)} s ${skew > 0 ? 'ahead of' : 'behind'} the database`);
}
