import { setTimeout as sleep } from 'node:timers/promises';
import { type Scenario, underLoad } from '../scenario.ts';
import type { World } from '../world.ts';

/** Writes have to succeed again within this time. */
const BACK_MS = 10_000;
/** Sessions read a reloaded configuration before their next statement, which is at once. */
const RELOADED_MS = 1_000;

/** As on a standby that was taken for the primary, or where the disk is full: what is there can be read, nothing can be written. */
export const readOnlyDatabase: Scenario = {
  id: 'F6',
  title: 'the database takes no writes for a while; reads go on, writes are refused as unavailable and nothing ends',
  async run(world, { short }) {
    const faults: string[] = [];
    const outcome = await underLoad(world, async () => {
      const before = [...world.instances.keys()].map((name) => world.pidOf(name));
      const told: string[] = [];
      for (let round = 0; round < (short ? 1 : 4); round++) {
        await world.between(2_000, 4_000);
        await setReadOnly(world, true);
        const { reads, writes } = await askFor(world, short ? 10_000 : 30_000);
        await setReadOnly(world, false);
        if (reads.some((status) => status !== 200)) faults.push(`reads were answered ${distinct(reads)}`);
        if (writes.some((status) => status !== 503)) faults.push(`writes were answered ${distinct(writes)} in place of 503`);
        const back = await world.settled(BACK_MS);
        if ((await write(world)) !== 201) faults.push('a write after it was refused');
        told.push(`${reads.length} reads, ${writes.length} writes refused, back after ${back} ms`);
      }
      const after = [...world.instances.keys()].map((name) => world.pidOf(name));
      if (before.join() !== after.join()) faults.push('a service ended');
      return told.join('; ');
    });
    return { ...outcome, faults: [...outcome.faults, ...faults] };
  },
};

async function setReadOnly(world: World, isReadOnly: boolean): Promise<void> {
  // This session changes a setting, which is no write of its database.
  await world.database.query(`alter system set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
  await world.database.query('select pg_reload_conf()');
  await sleep(RELOADED_MS);
}

/** Reads and writes in turn. @returns how they were answered */
async function askFor(world: World, milliseconds: number): Promise<{ reads: number[]; writes: number[] }> {
  const answers: { reads: number[]; writes: number[] } = { reads: [], writes: [] };
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(100)) {
    answers.reads.push(await status(world, '/api/v1/clients?limit=1'));
    answers.writes.push(await write(world));
  }
  return answers;
}

function write(world: World): Promise<number> {
  const body = JSON.stringify({ client_name: `Read-only ${world.next()}`, billing_cycle: 'monthly' });
  return status(world, '/api/v1/clients', { method: 'POST', body });
}

async function status({ target }: World, path: string, init: RequestInit = {}): Promise<number> {
  const headers = { 'x-api-key': target.apiKey, 'content-type': 'application/json' };
  const response = await fetch(target.baseUrl + path, { ...init, headers, signal: AbortSignal.timeout(30_000) });
  await response.arrayBuffer();
  return response.status;
}

function distinct(statuses: readonly number[]): string {
  return [...new Set(statuses)].join(', ');
}
