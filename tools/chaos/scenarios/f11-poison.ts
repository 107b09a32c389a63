import { randomUUID } from 'node:crypto';
import { connect, headers } from 'nats';
import { type Scenario, underLoad } from '../scenario.ts';
import { natsOptions } from '../../operator/call-service.ts';
import type { World } from '../world.ts';

const STREAM = 'PSA_CLIENTS';
/** The quickest way to become a dead letter: nothing to be tried again about what cannot be read. */
const BURIED_MS = 20_000;

export const poison: Scenario = {
  id: 'F11',
  title: 'events that cannot be read are put aside, and the others flow on',
  async run(world) {
    let buried = 0;
    const outcome = await underLoad(world, async () => {
      const subject = `psa.v1.evt.clients.client.updated.${world.tenant}`;
      const {
        rows: [real],
      } = await world.database.query<{ envelope: string }>(
        'select envelope::text as envelope from clients.outbox where tenant = $1 limit 1',
        [world.tenant],
      );
      const envelope = (over: object) => JSON.stringify({ ...(JSON.parse(real?.envelope ?? '') as object), id: randomUUID(), ...over });
      const unreadable = ['not even JSON', '{"half":', envelope({ tenant: 'nobody' }), '', '[]', 'null'];
      const ofLaterVersion = envelope({ type: 'psa.clients.client.updated.v99' });
      // Tried again for minutes: an instance of the version that published them may know what they say.
      const brokenData = [envelope({ data: { client_id: 'no id' } }), envelope({ data: { filler: 'x'.repeat(900_000) } })];
      await publish(world, subject, [...unreadable, ofLaterVersion, ...brokenData]);
      const final = unreadable.length + 1;
      buried = await lettersOf(world, final);
      return `${final + brokenData.length} events that cannot be read, ${buried} dead letters`;
    });
    await world.database.query('delete from assets.dead_letters');
    return { ...outcome, faults: outcome.faults.filter((fault) => !fault.endsWith('dead letters')) };
  },
};

async function publish(world: World, subject: string, bodies: readonly string[]): Promise<void> {
  const connection = await connect(natsOptions(world.stack.natsAdminUrl));
  try {
    for (const body of bodies) {
      const head = headers();
      head.set('Nats-Msg-Id', randomUUID());
      await connection.jetstream().publish(subject, body, { headers: head, expect: { streamName: STREAM } });
    }
  } finally {
    await connection.drain();
  }
}

async function lettersOf(world: World, expected: number): Promise<number> {
  const end = Date.now() + BURIED_MS;
  for (;;) {
    const {
      rows: [row],
    } = await world.database.query<{ letters: string }>('select count(distinct event_id) as letters from assets.dead_letters');
    if (Number(row?.letters) >= expected) return Number(row?.letters);
    if (Date.now() > end)
      throw new Error(`only ${row?.letters} of ${expected} poisoned events became dead letters within ${BURIED_MS / 1000} s`);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}
