import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../local/wait-until.ts';
import { type Scenario, underLoad } from '../scenario.ts';
import type { World } from '../world.ts';

/** Readiness has to tell of it within this time. */
const NOTICED_MS = 10_000;
/** A statement is given up after 20 s. */
const ANSWERED_MS = 25_000;
const BACK_MS = 30_000;

export const silentDatabase: Scenario = {
  id: 'F28',
  title: "the database's host dies without a word: packets to and from it are dropped, no connection is reset",
  world: { links: true },
  async run(world, { short }) {
    const faults: string[] = [];
    const outcome = await underLoad(world, async () => {
      const told: string[] = [];
      for (let round = 0; round < (short ? 1 : 4); round++) {
        await world.between(2_000, 4_000);
        const links = world.linksTo('postgres');
        for (const link of links) link.set({ kind: 'blackhole' });
        const begun = Date.now();
        const [noticed, answer] = await Promise.all([unready(world, 'assets'), readOnce(world)]);
        if (noticed > NOTICED_MS) faults.push(`assets said it was ready for ${noticed} ms without its database`);
        if (answer.tookMs > ANSWERED_MS) faults.push(`a read was answered ${answer.status} after ${answer.tookMs} ms`);
        await sleep(Math.max(0, (short ? 20_000 : 45_000) - (Date.now() - begun)));
        for (const link of links) link.heal();
        const back = await world.settled(BACK_MS);
        told.push(`noticed after ${noticed} ms, a read answered ${answer.status} after ${answer.tookMs} ms, back after ${back} ms`);
      }
      return told.join('; ');
    });
    return { ...outcome, faults: [...outcome.faults, ...faults] };
  },
};

/** @returns milliseconds until an instance says that it is not ready */
async function unready(world: World, instance: string): Promise<number> {
  const begun = Date.now();
  await waitUntil(async () => (await world.readiness(instance)) !== 200, { timeoutMs: NOTICED_MS, everyMs: 100 });
  return Date.now() - begun;
}

async function readOnce(world: World): Promise<{ status: number; tookMs: number }> {
  const begun = Date.now();
  const response = await fetch(`${world.target.baseUrl}/api/v1/assets?limit=1`, {
    headers: { 'x-api-key': world.target.apiKey },
    signal: AbortSignal.timeout(60_000),
  });
  await response.arrayBuffer();
  return { status: response.status, tookMs: Date.now() - begun };
}
