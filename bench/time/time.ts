import type { Bench } from '../bench.ts';
import { compare, median, type OperationResult } from '../measure.ts';
import { proportionalMemory } from '../processes.ts';
import { keyOf, overTenants, request } from '../requests.ts';
import { FIRST_DAY, PEOPLE, seedTime } from './seed-time.ts';

/** Time entries of the size of twenty providers. */
export interface TimeReport {
  /** Entries of a person and a week, with their total. */
  readonly week: OperationResult;
  /** Milliseconds at the median, asked one after the other. */
  readonly stats_of_month_ms: number;
  readonly export: { readonly rows: number; readonly seconds: number; readonly grown_mb: number };
}

const ENTRIES_A_TENANT = 50_000;
const EXPORTED = 100_000;
const STATS_ROUNDS = 60;
const DAY_MS = 86_400_000;

/** @throws when an answer is not what was seeded */
export async function measureTime({ tenants, large, product, bares, plan, stack, pidOf }: Bench): Promise<TimeReport> {
  console.log(`seeding ${tenants.length} tenants of ${ENTRIES_A_TENANT} time entries …`);
  const people = await seedTime(
    stack.databaseUrl,
    tenants.map(({ tenant }) => tenant),
    ENTRIES_A_TENANT,
  );
  const day = (index: number) => new Date(Date.parse(FIRST_DAY) + index * DAY_MS).toISOString().slice(0, 10);
  const weeks = overTenants(tenants, (tenant, index) => {
    const from = (index * 7) % 300;
    return { tenant, person: people.get(tenant.tenant)?.[index % PEOPLE] ?? '', from: day(from), to: day(from + 6) };
  });
  const week = await compare(
    {
      op: 'week of a person',
      product: weeks.map(({ tenant, person, from, to }) =>
        request('GET', `/api/v1/time-entries?user_id=${person}&date_from=${from}&date_to=${to}&limit=50`, keyOf(tenant)),
      ),
      bare: weeks.map(({ tenant, person, from, to }) => request('GET', `/week/${tenant.tenant}/${person}/${from}/${to}`, {})),
    },
    product('time'),
    bares,
    plan,
  );
  const ask = async (path: string, apiKey: string) => {
    const response = await fetch(stack.baseUrl + path, { headers: { 'x-api-key': apiKey } });
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const took: number[] = [];
  for (let round = 0; round < STATS_ROUNDS; round++) {
    const begun = performance.now();
    const { apiKey } = tenants[round % tenants.length]!;
    const from = (round * 11) % 300;
    await (await ask(`/api/v1/time-entries/stats?date_from=${day(from)}&date_to=${day(from + 30)}`, apiKey)).text();
    took.push(performance.now() - begun);
  }

  await seedTime(stack.databaseUrl, [large.tenant], EXPORTED);
  const idle = proportionalMemory(pidOf('time'));
  const begun = performance.now();
  let rows = -1;
  let most = idle;
  for await (const chunk of (await ask('/api/v1/time-entries/export?format=csv', large.apiKey)).body!) {
    for (const byte of chunk) if (byte === 10) rows++;
    most = Math.max(most, proportionalMemory(pidOf('time')));
  }
  if (rows !== EXPORTED) throw new Error(`the export has ${rows} rows of ${EXPORTED}`);
  return {
    week,
    stats_of_month_ms: median(took),
    export: { rows, seconds: (performance.now() - begun) / 1000, grown_mb: most - idle },
  };
}
