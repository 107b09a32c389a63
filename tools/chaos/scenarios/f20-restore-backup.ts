import { chownSync, cpSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Home } from '../../local/home.ts';
import { postgresBinaries } from '../../local/postgres-binaries.ts';
import { postgresPlace } from '../../local/postgres-place.ts';
import { postgresUser } from '../../local/postgres-user.ts';
import { runCommand } from '../../local/run-command.ts';
import { startStack } from '../../local/stack.ts';
import { createTemporaryHome, removeHome } from '../../local/temporary-home.ts';
import { judge } from '../oracle.ts';
import type { Outcome, Scenario } from '../scenario.ts';
import { Acknowledged } from '../workload.ts';
import type { World } from '../world.ts';

export const restoreBackup: Scenario = {
  id: 'F20',
  title: 'a backup taken under load is restored beside an empty broker',
  async run(world, { short }): Promise<Outcome> {
    const load = world.load();
    await world.between(short ? 3_000 : 20_000, short ? 4_000 : 30_000);
    const snapshot = copyOf(load.seen);
    const undo: (() => Promise<void> | void)[] = [];
    const home = createTemporaryHome('psa-restored-');
    undo.push(() => removeHome(home));
    try {
      await backUp(world, home);
      await load.stop();
      const stack = await startStack(home, process.env, (step) => undo.push(step), new AbortController().signal);
      const database = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 });
      undo.push(() => database.end());
      // Names given after the snapshot was noted, and before the backup ended, may be in it.
      const { rows } = await database.query<{ client_id: string; client_name: string }>(
        'select client_id, client_name from clients.clients where tenant = $1',
        [world.tenant],
      );
      const names = new Map(rows.map(({ client_id, client_name }) => [client_id, client_name]));
      for (const id of snapshot.clients.keys()) snapshot.clients.set(id, names.get(id) ?? 'gone');
      const { faults, lag_ms, events } = await judge(database, world.tenant, snapshot);
      return {
        faults,
        summary: `${snapshot.assets.size} assets and ${snapshot.clients.size} clients acknowledged before the backup, ${events} events, settled ${lag_ms} ms after the restored product was up`,
      };
    } finally {
      for (const step of undo.reverse()) await step();
    }
  },
};

function copyOf({ assets, clients, faults }: Acknowledged): Acknowledged {
  const copy = new Acknowledged();
  for (const [id, tag] of assets) copy.assets.set(id, tag);
  for (const [id, name] of clients) copy.clients.set(id, name);
  copy.faults.push(...faults);
  return copy;
}

/** A base backup by the low-level protocol: files copied between start and stop, with the log they need beside them. */
async function backUp(world: World, home: Home): Promise<void> {
  const user = await postgresUser();
  const { folder } = await postgresPlace(home, postgresBinaries(), user);
  const target = join(folder, 'data');
  const client = new pg.Client({ connectionString: world.stack.databaseUrl });
  await client.connect();
  try {
    const {
      rows: [place],
    } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder");
    const source = place?.folder ?? '';
    await client.query("select pg_backup_start('chaos', true)");
    // Files that go while they are copied are the log's business: exit code 1 tells of them.
    await runCommand('cp', ['-a', source, target], { cwd: '/' });
    const {
      rows: [label],
    } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await runCommand('cp', ['-a', '-T', join(source, 'pg_wal'), join(target, 'pg_wal')], { cwd: '/' });
    rmSync(join(target, 'postmaster.pid'), { force: true });
    writeFileSync(join(target, 'backup_label'), label?.labelfile ?? '');
    const { uid, gid } = statSync(target);
    chownSync(join(target, 'backup_label'), uid, gid);
  } finally {
    await client.end();
  }
  cpSync(world.home.file('secrets.json'), home.file('secrets.json'));
}
