import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { compare, median, type OperationResult } from '../measure.ts';
import { proportionalMemory } from '../processes.ts';
import { type KeyedTenant, keyOf, overTenants, request } from '../requests.ts';
import { ITEMS, type SeededBilling, seedBilling } from './seed-billing.ts';

/** A run over clients of twenty lines each, from the request to the last draft. */
export interface RunResult {
  readonly clients: number;
  readonly entries: number;
  readonly seconds: number;
  /** Memory of the service at its highest, in MiB. */
  readonly most_mb: number;
}

export interface BillingReport {
  /** An invoice with fifty lines. */
  readonly get: OperationResult;
  readonly runs: readonly RunResult[];
  readonly finalized_per_second: number;
  readonly usage_per_second: number;
  readonly aging: { readonly open: number; readonly p50_ms: number };
}

const ENTRIES = 200_000;
const OPEN = 100_000;
const ROUNDS = 20;
const CONCURRENCY = 8;
const DRAFTS = 1_000;
const USAGE = 10_000;
const USAGE_AT_ONCE = 100;

/** @param clients of the two runs @throws when an answer is not what was seeded */
export async function measureBilling(
  { tenants, large, product, bares, plan, stack, pidOf }: Bench,
  clients: readonly number[],
): Promise<BillingReport> {
  const send = async (tenant: KeyedTenant, method: string, path: string, body?: object) => {
    const response = await fetch(stack.baseUrl + path, {
      method,
      headers: { ...keyOf(tenant), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text.slice(0, 300)}`);
    return (JSON.parse(text) as { data: Record<string, unknown> }).data;
  };
  const seeded = new Map<string, SeededBilling>();
  for (const { tenant } of tenants)
    seeded.set(tenant, await seedBilling(stack.databaseUrl, { tenant, clients: 10, entries: 1, invoices: 100, open: 0 }));
  const idOf = ({ tenant }: KeyedTenant, index: number) => seeded.get(tenant)!.invoiceIds[Math.floor(index / tenants.length) % 100] ?? '';
  const get = await compare(
    {
      op: `invoice of ${ITEMS} lines`,
      product: overTenants(tenants, (tenant, index) =>
        request('GET', `/api/v1/invoices/${idOf(tenant, index)}?include_items=true`, keyOf(tenant)),
      ),
      bare: overTenants(tenants, (tenant, index) => request('GET', `/invoice/${tenant.tenant}/${idOf(tenant, index)}`, {})),
    },
    product('billing'),
    bares,
    plan,
  );
  const runs: RunResult[] = [];
  for (const count of clients) {
    const entries = Math.round(ENTRIES / (clients[0] ?? 1));
    await seedBilling(stack.databaseUrl, { tenant: large.tenant, clients: count, entries, invoices: 0, open: 0 });
    runs.push(await measureRun(large, count, entries));
  }
  return { get, runs, ...(await measureWrites()), aging: await measureAging() };

  async function measureRun(tenant: KeyedTenant, count: number, entries: number): Promise<RunResult> {
    const begun = performance.now();
    let most_mb = 0;
    const { run_id } = await send(tenant, 'POST', '/api/v1/billing-runs', { as_of: '2026-07-01' });
    for (;;) {
      const run = await send(tenant, 'GET', `/api/v1/billing-runs/${run_id as string}`);
      most_mb = Math.max(most_mb, proportionalMemory(pidOf('billing')));
      if (run['status'] === 'completed') {
        if (run['invoices_created'] !== count) throw new Error(`the run made ${JSON.stringify(run)} of ${count} invoices`);
        const seconds = (performance.now() - begun) / 1000;
        console.log(`a run over ${count} clients with ${entries} entries each: ${seconds.toFixed(1)} s`);
        return { clients: count, entries: count * entries, seconds, most_mb };
      }
      await sleep(200);
    }
  }

  async function measureWrites() {
    const tenant = tenants[0]!;
    const { clientIds, serviceId } = seeded.get(tenant.tenant)!;
    const items = [{ description: 'Care', quantity: 2, unit_price: 5_000 }];
    const drafts = await inTurns(DRAFTS, (index) =>
      send(tenant, 'POST', '/api/v1/invoices', { client_id: clientIds[index % clientIds.length], items }),
    );
    const finalizing = performance.now();
    await inTurns(DRAFTS, (index) => send(tenant, 'POST', `/api/v1/invoices/${drafts[index]!['invoice_id'] as string}/finalize`, {}));
    const finalized_per_second = DRAFTS / ((performance.now() - finalizing) / 1000);
    const recording = performance.now();
    await inTurns(USAGE / USAGE_AT_ONCE, () =>
      send(tenant, 'POST', '/api/v1/usage-records/bulk', {
        records: Array.from({ length: USAGE_AT_ONCE }, (_, index) => ({
          transaction_id: crypto.randomUUID(),
          client_id: clientIds[index % clientIds.length],
          service_id: serviceId,
          quantity: 1.5,
          usage_date: '2026-06-15',
        })),
      }),
    );
    return { finalized_per_second, usage_per_second: USAGE / ((performance.now() - recording) / 1000) };
  }

  async function measureAging() {
    const tenant = tenants[1]!;
    await seedBilling(stack.databaseUrl, { tenant: tenant.tenant, clients: 1_000, entries: 0, invoices: 0, open: OPEN });
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now();
      await send(tenant, 'GET', '/api/v1/financial/reports/aging');
      took.push(performance.now() - begun);
    }
    return { open: OPEN, p50_ms: median(took) };
  }
}

/** Does something so many times, a few at once. */
async function inTurns<Result>(times: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let index = next++; index < times; index = next++) results[index] = await work(index);
    }),
  );
  return results;
}
