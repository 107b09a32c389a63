import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type JetStreamManager } from 'nats';
import { waitUntil } from '../../local/wait-until.ts';
import { natsOptions } from '../../operator/call-service.ts';
import type { Outcome, Scenario } from '../scenario.ts';
import { Acknowledged, persist } from '../workload.ts';
import type { World } from '../world.ts';

const STREAM = 'PSA_CLIENTS';
const ROWS_OF_A_STATEMENT = 100_000;
const STREAM_MS = 30_000;
const REFILLED_MS = 60 * 60 * 1_000;

export const refillStream: Scenario = {
  id: 'F32',
  title: 'a stream with millions of events is lost: it is filled again while new events leave',
  async run(world, { short }): Promise<Outcome> {
    const rows = short ? 100_000 : 3_000_000;
    await insertPublished(world, rows);
    const connection = await connect(natsOptions(world.stack.natsAdminUrl));
    const faults: string[] = [];
    try {
      const manager = await connection.jetstreamManager();
      // Those who would handle them all once more stand still: it is the publishing that is looked at.
      for (const name of consumers(world)) world.signal(name, 'SIGSTOP');
      await waitUntil(async () => (await messagesOf(manager)) !== undefined, { timeoutMs: STREAM_MS });
      await manager.streams.delete(STREAM);
      const begun = Date.now();
      const seen = new Acknowledged();
      let [isRefilled, isOver, made, slowest] = [false, false, 0, 0];
      const watching = waitUntil(async () => ((await messagesOf(manager)) ?? 0) >= rows && (await unpublished(world)) === 0, {
        timeoutMs: REFILLED_MS,
        everyMs: 1_000,
      })
        .then((refilled) => void (isRefilled = refilled))
        .finally(() => void (isOver = true));
      // Writes go on meanwhile, and are never refused for it.
      while (!isOver) {
        const sent = Date.now();
        await persist(world.target, 'POST', '/api/v1/clients', { client_name: `During ${made++}`, billing_cycle: 'monthly' }, seen);
        slowest = Math.max(slowest, Date.now() - sent);
        await sleep(500);
      }
      await watching;
      if (!isRefilled) faults.push(`the stream was not refilled within ${REFILLED_MS / 1_000} s`);
      faults.push(...seen.faults);
      return {
        faults,
        summary: `${rows} events published again after ${Math.round((Date.now() - begun) / 1_000)} s; ${made} writes meanwhile, the slowest ${slowest} ms`,
      };
    } finally {
      for (const name of consumers(world)) world.signal(name, 'SIGCONT');
      await connection.drain();
    }
  },
};

function consumers(world: World): string[] {
  return [...world.instances.keys()].filter((name) => !['gateway', 'identity', 'clients'].includes(name));
}

/** Events of three days that were published, spread over time as they come: one real event again and again, each time another. */
async function insertPublished(world: World, rows: number): Promise<void> {
  await persist(world.target, 'POST', '/api/v1/clients', { client_name: 'Before', billing_cycle: 'monthly' }, new Acknowledged());
  for (let done = 0; done < rows; done += ROWS_OF_A_STATEMENT)
    await world.database.query(
      `insert into clients.outbox (tenant, event_id, subject, envelope, created_at, published_at)
       select tenant, id, subject, (envelope::jsonb || jsonb_build_object('id', id, 'subject', gen_random_uuid()))::text, made, made
       from (select gen_random_uuid() as id, now() - interval '70 hours' * (1 - ($2::float8 + n) / $3::float8) - interval '1 hour' as made
           from generate_series(1, $4::int) n) events,
         (select tenant, subject, envelope from clients.outbox where tenant = $1 order by position limit 1) real`,
      [world.tenant, done, rows, Math.min(ROWS_OF_A_STATEMENT, rows - done)],
    );
}

async function messagesOf(manager: JetStreamManager): Promise<number | undefined> {
  return manager.streams.info(STREAM).then(
    ({ state }) => state.messages,
    () => undefined,
  );
}

async function unpublished(world: World): Promise<number> {
  const { rows } = await world.database.query<{ count: number }>(
    'select count(*)::int as count from (select 1 from clients.outbox where published_at is null limit 1000) waiting',
  );
  return rows[0]?.count ?? 0;
}
