import { sql } from 'kysely';
import { migrate, type MigrationDb } from '@psa/postgres-kit';
import { migrations } from '../../../apps/assets/src/migrations/index.ts';
import { type Scenario, underLoad } from '../scenario.ts';
import type { World } from '../world.ts';

/** What the next version would add before it is rolled out: nothing that the running one knows of. */
const NEXT = {
  '9001-expand': {
    async up(db: MigrationDb) {
      await sql`alter table assets add column colour text`.execute(db);
      await sql`create index assets_colour on assets (tenant, colour)`.execute(db);
    },
  },
  '9002-expand-more': {
    async up(db: MigrationDb) {
      await sql`alter table assets add column weight integer not null default 0`.execute(db);
      await sql`alter table client_replicas add column region text`.execute(db);
    },
  },
};

export const migrateUnderLoad: Scenario = {
  id: 'F16',
  title: 'the tables change under the running version',
  async run(world, { short }) {
    const slow: string[] = [];
    const outcome = await underLoad(world, async () => {
      await world.between(1_000, 3_000);
      const watching = watchLocks(world, slow);
      const ran = await migrateTo(world);
      await world.between(short ? 1_000 : 10_000, short ? 2_000 : 20_000);
      await watching();
      return `ran ${ran.join(' and ')} beside the version before`;
    });
    return { ...outcome, faults: [...outcome.faults, ...slow] };
  },
};

async function migrateTo(world: World): Promise<string[]> {
  return migrate({
    service: 'assets',
    migrations: { ...migrations, ...NEXT },
    adminUrl: world.databaseUrl(),
    appUrl: world.databaseUrl('psa_assets_app'),
    workerUrl: world.databaseUrl('psa_assets_worker'),
  });
}

/** Looks every 100 ms who has waited for a lock longer than a second. */
function watchLocks(world: World, slow: string[]): () => Promise<void> {
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const { rows } = await world.database.query<{ query: string }>(
        "select left(query, 80) as query from pg_stat_activity where wait_event_type = 'Lock' and usename like 'psa\\_%\\_app' and now() - state_change > interval '1 second' and query not like '%idempotency%'",
      );
      for (const { query } of rows) slow.push(`waited more than a second for a lock: ${query}`);
      await world.between(100, 100);
    }
  })();
  return async () => {
    stopped = true;
    await watching;
  };
}
