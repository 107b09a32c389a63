import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { waitUntil } from '../../local/wait-until.ts';
import { type Scenario, underLoad } from '../scenario.ts';
import { Acknowledged, persist } from '../workload.ts';
import type { World } from '../world.ts';

/** A request that is chosen as the victim each time is given up by then. */
const GIVEN_UP_MS = 30_000;
const CROWD = 16;

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

export const deadlocks: Scenario = {
  id: 'F15',
  title: 'transactions take the same rows in opposite orders; the victim of a deadlock runs again, and nobody hears of it',
  async run(world, { short }) {
    const faults: string[] = [];
    const outcome = await underLoad(
      world,
      async () => {
        const [first, second] = (await makeAssets(world)).sort() as [string, string];
        let [hit, refused] = [0, 0];
        for (let round = 0; round < (short ? 2 : 15); round++) {
          faults.push(...(await oppositeRequests(world, first, second)));
          const once = await provoke(world, { first, second }, 1);
          hit += once.victims;
          if (once.answer.status !== 200) faults.push(`the victim of one deadlock was answered ${shown(once.answer)}`);
          const always = await provoke(world, { first, second }, Infinity);
          hit += always.victims;
          if (always.answer.status === 503 && always.answer.retryAfter !== null) refused++;
          else if (always.answer.status !== 200) faults.push(`the victim of every deadlock was answered ${shown(always.answer)}`);
        }
        if (refused === 0) faults.push('no request was refused as unavailable, though each of its repeats met a deadlock');
        if (hit === 0) faults.push('no request of the product was ever the victim of a deadlock');
        return `${hit} times a request was the victim of a deadlock, ${refused} requests were refused as unavailable after the last repeat`;
      },
      { writers: 3 },
    );
    return { ...outcome, faults: [...outcome.faults, ...faults] };
  },
};

async function makeAssets(world: World): Promise<string[]> {
  const seen = new Acknowledged();
  const post = async (path: string, body: object) => JSON.parse(await persist(world.target, 'POST', path, body, seen)) as { data: unknown };
  const { client_id } = (await post('/api/v1/clients', { client_name: `Deadlock ${randomUUID()}`, billing_cycle: 'monthly' })).data as {
    client_id: string;
  };
  const make = async (asset_tag: string) => {
    const { data } = (await post('/api/v1/assets', { client_id, asset_type: 'server', asset_tag, name: asset_tag, status: 'active' }))
      .data as { data: { asset_id: string } };
    return data.asset_id;
  };
  return [await make(`LOCK-${randomUUID()}`), await make(`LOCK-${randomUUID()}`)];
}

/** Two crowds that change the same rows, named in opposite orders: none has to wait for ever, and none is refused. */
async function oppositeRequests(world: World, first: string, second: string): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: CROWD }, (_, index) => setStatus(world, index % 2 === 0 ? [first, second] : [second, first])),
  );
  return answers.filter(({ status }) => status !== 200).map((answer) => `one of two opposite requests was answered ${shown(answer)}`);
}

/**
 * Sends a request that locks two rows in order, while sessions of the database's own lock them the other way round.
 * @param times how often at most the request is led into a deadlock
 */
async function provoke(
  world: World,
  { first, second }: { first: string; second: string },
  times: number,
): Promise<{ answer: Answer; victims: number }> {
  let answer: Answer | undefined;
  let victims = 0;
  let session = await locking(world, second);
  const answered = setStatus(world, [first, second]).then((given) => {
    answer = given;
  });
  const end = Date.now() + GIVEN_UP_MS;
  while (answer === undefined && victims < times && Date.now() < end) {
    if (!(await waitUntil(async () => answer !== undefined || (await isWaitedFor(world, session.pid)), { timeoutMs: 5_000, everyMs: 10 })))
      break;
    if (answer !== undefined) break;
    // Whoever comes next waits for the row already: the request finds it taken again when it has been rolled back.
    const next = victims + 1 < times ? locking(world, second) : undefined;
    // The request has waited longer, so its patience ends first, and it is the one that Postgres rolls back.
    if (await lock(session.client, first)) victims++;
    await session.end();
    if (next === undefined) break;
    session = await next;
  }
  await session.end();
  await answered;
  return { answer: answer as unknown as Answer, victims };
}

interface LockingSession {
  readonly client: pg.PoolClient;
  readonly pid: number;
  /** Lets go of its rows; again without effect. */
  end(): Promise<void>;
}

async function locking(world: World, assetId: string): Promise<LockingSession> {
  const client = await world.database.connect();
  const {
    rows: [row],
  } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query('begin');
  await lock(client, assetId);
  let hasEnded = false;
  return {
    client,
    pid: row?.pid ?? 0,
    async end() {
      if (hasEnded) return;
      hasEnded = true;
      await client.query('rollback');
      client.release();
    },
  };
}

/** @returns false when the session itself became the victim of a deadlock */
function lock(client: pg.PoolClient, assetId: string): Promise<boolean> {
  return client.query('select 1 from assets.assets where asset_id = $1 for update', [assetId]).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === '40P01') return false;
      throw error;
    },
  );
}

async function isWaitedFor(world: World, pid: number): Promise<boolean> {
  const { rows } = await world.database.query('select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid)) limit 1', [pid]);
  return rows.length > 0;
}

async function setStatus(world: World, asset_ids: readonly string[]): Promise<Answer> {
  const response = await fetch(`${world.target.baseUrl}/api/v1/assets/bulk-status`, {
    method: 'PUT',
    body: JSON.stringify({ asset_ids, status: `number ${Math.floor(world.next() * 1e6)}` }),
    headers: { 'content-type': 'application/json', 'x-api-key': world.target.apiKey },
    signal: AbortSignal.timeout(GIVEN_UP_MS * 2),
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
}

function shown({ status, text }: Answer): string {
  return `${status}: ${text.slice(0, 200)}`;
}
