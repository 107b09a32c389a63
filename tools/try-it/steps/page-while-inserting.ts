import assert from 'node:assert/strict';
import type { Trial, TrialStep } from '../trial.ts';

const PAGE_SIZE = 7;
/** Rows read between two that are inserted. */
const INSERT_EVERY = 3;

/** A list is read by its cursor while rows are added before, between and after those read. */
export const pageWhileInserting: TrialStep = {
  title: 'Page through a list while rows are inserted',
  async run(trial) {
    const orders = [
      { sort: 'client_name', order: 'asc' },
      { sort: 'created_at', order: 'desc' },
      { sort: 'billing_cycle', order: 'desc' },
    ] as const;
    let read = 0;
    for (const [index, query] of orders.entries()) read += await readWhileInserting(trial, index, query);
    return `${read} rows in ${orders.length} orders: none missed, none twice`;
  },
};

async function readWhileInserting(
  { psa, run }: Trial,
  round: number,
  query: { sort: 'client_name' | 'created_at' | 'billing_cycle'; order: 'asc' | 'desc' },
): Promise<number> {
  const before = new Set<string>();
  for await (const { client_id } of psa.list('/api/v1/clients')) before.add(client_id);
  const seen: string[] = [];
  for await (const { client_id } of psa.list('/api/v1/clients', { query: { ...query, limit: PAGE_SIZE } })) {
    seen.push(client_id);
    if (seen.length % INSERT_EVERY !== 0 || seen.length > before.size) continue;
    // Sorted before and after all that were there.
    const client_name = `${seen.length % 2 === 0 ? 'AAA' : 'zzz'} ${round}-${seen.length} ${run}`;
    await psa.post('/api/v1/clients', { body: { client_name, billing_cycle: 'monthly' } });
  }
  assert.equal(new Set(seen).size, seen.length, `sorted by ${query.sort}, a row was read twice`);
  assert.deepEqual(
    [...before].filter((id) => !seen.includes(id)),
    [],
    `sorted by ${query.sort}, rows were missed`,
  );
  return seen.length;
}
