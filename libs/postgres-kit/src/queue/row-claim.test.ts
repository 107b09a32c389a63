import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@psa/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createKitTables, createTenantTable, Database, type MigrationDb, RowClaim } from '../index.ts';

interface Errand {
  readonly tenant: string;
  readonly errand_id: string;
  readonly lease: string;
}

const errands = new RowClaim<Errand>({
  table: 'errands',
  key: ['tenant', 'errand_id'],
  where: 'due_at <= now()',
  orderBy: 'due_at',
  tenantsBy: 'min(due_at)',
  set: "due_at = now() + $2::bigint * interval '1 millisecond'",
  parameters: 1,
  lease: 'lease',
  returning: 'claimed.tenant, claimed.errand_id, claimed.lease',
});

describe('taking rows of all tenants', () => {
  let test: TestDatabase;
  let worker: Database;
  beforeAll(async () => {
    test = await createTestDatabase('kit_claims', {
      '0001-errands': {
        async up(db: MigrationDb) {
          await createKitTables(db, 'kit_claims');
          await createTenantTable(db, 'kit_claims', 'errands', {
            key: ['errand_id'],
            columns: 'errand_id uuid not null, due_at timestamptz(3) not null, lease uuid',
            workerGrants: 'select, update',
          });
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

  /** Adds errands of a tenant of its own. @returns their ids */
  async function add(count: number, minutesAgo: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    await test.admin.query(
      `insert into errands (tenant, errand_id, due_at) select $1::uuid, id, $3::timestamptz from unnest($2::uuid[]) as errand (id)`,
      [randomUUID(), ids, new Date(Date.now() - minutesAgo * 60_000).toISOString()],
    );
    return ids;
  }
  const take = (limit: number) => errands.take(worker, limit, [60_000]);
  const idsOf = (taken: readonly Errand[]) => taken.map(({ errand_id }) => errand_id).sort();

  it('takes those that are due of every tenant, each under a lease of its own, and leaves the rest', async () => {
    const [first, second] = [await add(3, 2), await add(2, 1)];
    await add(1, -1);
    const taken = await take(10);
    expect(idsOf(taken)).toEqual([...first, ...second].sort());
    expect(new Set(taken.map(({ lease }) => lease)).size).toBe(5);
    expect(await take(10)).toEqual([]);
  });

  it('takes no more than the limit, and gives none to two who take at the same time', async () => {
    for (let tenant = 0; tenant < 5; tenant++) await add(10, 1);
    const taken = await Promise.all(Array.from({ length: 4 }, () => take(8)));
    for (const some of taken) expect(some.length).toBeLessThanOrEqual(8);
    const ids = idsOf(taken.flat());
    expect(new Set(ids).size).toBe(ids.length);
    expect(await take(0)).toEqual([]);
  });
});
