import { randomUUID } from 'node:crypto';
import { type Scenario, underLoad } from '../scenario.ts';
import { callService, natsOptions } from '../../operator/call-service.ts';
import { connect, headers } from 'nats';
import type { World } from '../world.ts';

export const replays: Scenario = {
  id: 'F12',
  title: 'all events come again, twice, and once more in reverse order',
  async run(world, { short }) {
    const outcome = await underLoad(world, async () => {
      await world.between(short ? 3_000 : 30_000, short ? 3_000 : 30_000);
      return 'replayed twice and once backwards';
    });
    const before = await stateOf(world);
    for (let time = 0; time < 2; time++) {
      await callService({
        natsUrl: world.stack.natsUrl,
        service: 'clients',
        method: 'admin.outbox-replay',
        data: { from: '2000-01-01T00:00:00Z' },
        timeoutMs: 60_000,
      });
    }
    await publishBackwards(world);
    await world.between(3_000, 3_000);
    const after = await stateOf(world);
    return before === after ? outcome : { ...outcome, faults: [...outcome.faults, 'the copies changed when the events came again'] };
  },
};

/** What consumers made of the events. */
async function stateOf(world: World): Promise<string> {
  const {
    rows: [row],
  } = await world.database.query<{ state: string }>(
    `select md5(coalesce(string_agg(r::text, '|' order by client_id), '')) as state from (select tenant, client_id, client_name, is_inactive, version from assets.client_replicas) r`,
  );
  return row?.state ?? '';
}

/** As new messages with the old events in them: the broker's own window of duplicates does not help. */
async function publishBackwards(world: World): Promise<void> {
  const { rows } = await world.database.query<{ subject: string; envelope: string }>(
    'select subject, envelope::text as envelope from clients.outbox order by position desc',
  );
  const connection = await connect(natsOptions(world.stack.natsAdminUrl));
  try {
    for (const { subject, envelope } of rows) {
      const head = headers();
      head.set('Nats-Msg-Id', randomUUID());
      await connection.jetstream().publish(subject, envelope, { headers: head });
    }
  } finally {
    await connection.drain();
  }
}
