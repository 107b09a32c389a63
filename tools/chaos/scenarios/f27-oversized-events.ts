import { randomUUID } from 'node:crypto';
import { waitUntil } from '../../local/wait-until.ts';
import { type Scenario, underLoad } from '../scenario.ts';
import { Acknowledged, persist } from '../workload.ts';
import type { World } from '../world.ts';

/** More than the broker takes. */
const OVERSIZED = 1_200_000;
const SET_ASIDE_MS = 20_000;

export const oversizedEvents: Scenario = {
  id: 'F27',
  title: 'changes too large to be told of are refused, and events too large for the broker stop no others',
  async run(world, { short }) {
    const faults: string[] = [];
    const outcome = await underLoad(world, async () => {
      const refused = await sendLargeChanges(world, faults);
      const rounds = short ? 1 : 5;
      for (let round = 0; round < rounds; round++) {
        await insertOversized(world);
        await world.between(1_000, 2_000);
      }
      await waitUntil(async () => (await lettersOf(world)) >= rounds, { timeoutMs: SET_ASIDE_MS, everyMs: 100 });
      const setAside = await lettersOf(world);
      if (setAside !== rounds) faults.push(`${setAside} of ${rounds} oversized events were set aside`);
      return `${refused} oversized changes refused, ${setAside} oversized events set aside`;
    });
    await world.database.query('delete from assets.dead_letters');
    return { ...outcome, faults: [...outcome.faults.filter((fault) => !fault.endsWith('dead letters')), ...faults] };
  },
};

/** Through the API: each is refused, or told of by an event that names what changed without its value. @returns how many were refused */
async function sendLargeChanges(world: World, faults: string[]): Promise<number> {
  const seen = new Acknowledged();
  const client = JSON.parse(
    await persist(world.target, 'POST', '/api/v1/clients', { client_name: `Large ${randomUUID()}`, billing_cycle: 'monthly' }, seen),
  ) as { data: { client_id: string } };
  const asset = JSON.parse(
    await persist(
      world.target,
      'POST',
      '/api/v1/assets',
      { client_id: client.data.client_id, asset_type: 'server', asset_tag: randomUUID(), name: 'Large', status: 'active' },
      seen,
    ),
  ) as { data: { data: { asset_id: string } } };
  let refused = 0;
  for (const bytes of [70_000, 600_000, 900_000]) {
    const response = await fetch(`${world.target.baseUrl}/api/v1/assets/${asset.data.data.asset_id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-api-key': world.target.apiKey },
      body: JSON.stringify({ extension_data: { note: 'x'.repeat(bytes) } }),
    });
    const text = await response.text();
    if (response.status === 400 || response.status === 413) refused++;
    else if (!response.ok) faults.push(`extension_data of ${bytes} bytes was answered ${response.status}: ${text.slice(0, 200)}`);
  }
  return refused;
}

/** As an older version might have left one. */
async function insertOversized(world: World): Promise<void> {
  await world.database.query(
    `insert into assets.outbox (tenant, event_id, subject, envelope)
     values ($1::uuid, gen_random_uuid(), 'psa.v1.evt.assets.asset.updated.' || $1::uuid::text, json_build_object('type', 'psa.assets.asset.updated.v1', 'subject', 'large', 'data', repeat('x', $2))::text)`,
    [world.tenant, OVERSIZED],
  );
}

async function lettersOf(world: World): Promise<number> {
  const { rows } = await world.database.query<{ letters: number }>(
    "select count(*)::int as letters from assets.dead_letters where consumer = 'outbox'",
  );
  return rows[0]?.letters ?? 0;
}
