import { randomUUID } from 'node:crypto';
import { createTestDatabase, statementsOf, type TestDatabase } from '@psa/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ClaimedJob, createKitTables, createQueueTable, Database, type MigrationDb, WorkQueue } from '../index.ts';

const queue = new WorkQueue('errands');
interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

function readOf(node: PlanNode): number {
  const { Plans = [], 'Actual Rows': rows, 'Rows Removed by Filter': removed = 0, 'Actual Loops': loops } = node;
  const own = node['Relation Name'] === undefined ? 0 : (rows + removed) * loops;
  return own + Plans.reduce((sum, plan) => sum + readOf(plan), 0);
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('taking jobs of a queue', () => {
  let test: TestDatabase;
  let worker: Database;
  beforeAll(async () => {
    test = await createTestDatabase('kit_queue', {
      '0001-errands': {
        async up(db: MigrationDb) {
          await createKitTables(db, 'kit_queue');
          await createQueueTable(db, 'kit_queue', 'errands');
        },
      },
    });
    worker = new Database({ url: test.workerUrl });
  });
  afterAll(async () => {
    await worker.close();
    await test.drop();
  });
  beforeEach(() => test.admin.query('delete from errands'));

  /** Adds jobs of a tenant, named by their place in the list. */
  async function add(jobs: readonly { due: string; priority?: number }[], tenant = randomUUID()): Promise<void> {
    await test.admin.query(
      `insert into errands (tenant, job_id, payload, priority, due_at, correlation_id)
       select $1, gen_random_uuid(), jsonb_build_object('place', place - 1), priority, due, 'test'
       from unnest($2::int[], $3::timestamptz[]) with ordinality as job (priority, due, place)`,
      [tenant, jobs.map(({ priority }) => priority ?? 0), jobs.map(({ due }) => due)],
    );
  }
  const claim = async (options: Partial<Parameters<WorkQueue['claim']>[1]> = {}) =>
    queue.claim(worker, { limit: 10, perTenant: 10, leaseMs: 30_000, except: [], ...options });
  /** Rows of the table that statements of a claim read when they run once more. */
  async function rowsRead(statements: readonly string[]): Promise<number> {
    const client = await test.admin.connect();
    let read = 0;
    try {
      for (const text of statements) {
        if (!text.includes('errands')) {
          await client.query(text);
          continue;
        }
        const { rows } = await client.query(`explain (analyze, format json) ${text}`, [16, 8, 30_000, []]);
        read += readOf(rows[0]['QUERY PLAN'][0].Plan as PlanNode);
      }
    } finally {
      client.release();
    }
    return read;
  }
  const places = async (options: Parameters<typeof claim>[0]) =>
    (await claim(options)).map(({ payload }) => (payload as { place: number }).place).sort();

  it('goes by their priority, and among equals by when they are due', async () => {
    await add([{ due: minutesAgo(1) }, { due: minutesAgo(2) }, { due: minutesAgo(1), priority: 5 }, { due: minutesAgo(3) }]);
    expect(await places({ limit: 2 })).toEqual([2, 3]);
    expect(await places({ limit: 1 })).toEqual([1]);
    expect(await places({ limit: 1 })).toEqual([0]);
    expect(await places({})).toEqual([]);
  });

  it('gives every tenant its share before anybody a second one', async () => {
    const [busy, quiet] = [randomUUID(), randomUUID()];
    await add(
      Array.from({ length: 600 }, () => ({ due: minutesAgo(60) })),
      busy,
    );
    await add([{ due: minutesAgo(1) }], quiet);
    const claimed = await claim({ limit: 4, perTenant: 3 });
    expect(claimed.map(({ tenant }) => tenant).sort()).toEqual([busy, busy, busy, quiet].sort());
    expect(await claim({ except: [busy] })).toEqual([]);
  });

  it('reads no more of a backlog than it chooses from, whatever the statistics say', async () => {
    await test.admin.query(
      `insert into errands (tenant, job_id, payload, due_at, outcome, ended_at, correlation_id)
       select gen_random_uuid(), gen_random_uuid(), '{}', null, 'done', now(), 'test' from generate_series(1, 5000)`,
    );
    await test.admin.query('vacuum analyze errands');
    const [busy, quiet] = [randomUUID(), randomUUID()];
    await add(
      Array.from({ length: 10_000 }, () => ({ due: minutesAgo(60) })),
      busy,
    );
    await add([{ due: minutesAgo(1) }], quiet);
    const claimed: ClaimedJob[] = [];
    const sent = await statementsOf(/./, async () => claimed.push(...(await claim({ limit: 16, perTenant: 8 }))));
    expect(claimed.filter(({ tenant }) => tenant === quiet)).toHaveLength(1);
    expect(claimed.filter(({ tenant }) => tenant === busy)).toHaveLength(8);
    // Of tables on several nodes a plan does not tell what is read.
    if (process.env['PSA_TEST_ENGINE'] !== 'citus') expect(await rowsRead(sent)).toBeLessThan(1_000);
  });

  it('never gives one to two who take at the same time', async () => {
    await add(Array.from({ length: 100 }, () => ({ due: minutesAgo(1) })));
    const taken = (await Promise.all(Array.from({ length: 8 }, () => claim({ limit: 20, perTenant: 20 })))).flat();
    const ids = taken.map(({ job_id }) => job_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('leaves alone what is due later, and what was taken until its lease ends', async () => {
    await add([{ due: minutesAgo(-1) }, { due: minutesAgo(1) }]);
    const [taken] = await claim();
    expect(await claim()).toEqual([]);
    await test.admin.query("update errands set due_at = now() - interval '1 second' where job_id = $1", [taken?.job_id]);
    expect(await claim()).toMatchObject([{ job_id: taken?.job_id, attempts: 2 }]);
    expect(await queue.renew(worker, [taken!], 30_000)).toEqual(new Set());
  });

  it('keeps what is held for another while, or gives it back, whosever it is', async () => {
    for (let tenant = 0; tenant < 3; tenant++) await add([{ due: minutesAgo(1) }, { due: minutesAgo(1) }]);
    const held = await claim();
    const ids = new Set(held.map(({ job_id }) => job_id));
    expect(await queue.renew(worker, held, 60_000)).toEqual(ids);
    const [lost, ...kept] = held as [ClaimedJob, ...ClaimedJob[]];
    await test.admin.query('update errands set lease = $2 where job_id = $1', [lost.job_id, randomUUID()]);
    expect(await queue.renew(worker, held, 60_000)).toEqual(new Set(kept.map(({ job_id }) => job_id)));
    await queue.release(worker, held);
    const again = await claim();
    expect(new Set(again.map(({ job_id }) => job_id))).toEqual(new Set(kept.map(({ job_id }) => job_id)));
    expect(again.map(({ attempts }) => attempts)).toEqual(again.map(() => 1));
  });
});
