import type { Bench } from '../bench.ts';
import { compare, type OperationResult } from '../measure.ts';
import { percentile } from '../pace.ts';
import { untilIdle } from '../processes.ts';
import { type KeyedTenant, keyOf, overTenants, request } from '../requests.ts';
import { type DeskIds, seedDesk } from './seed-desk.ts';

/** Milliseconds of a request that is sent again and again, one after the other. */
export interface Latency {
  readonly what: string;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
}

/** Tickets of the size of real providers. */
export interface DeskReport {
  readonly ops: readonly OperationResult[];
  /** At the large tenant. */
  readonly tickets: number;
  readonly large: readonly Latency[];
}

const TICKETS_A_TENANT = 5_000;
const COMMENTED = 100_000;
const ROUNDS = 40;
/** Services that hear of tickets. */
const CONSUMERS = ['automation', 'assets', 'email', 'time', 'billing'];

/** @throws when a request is not answered 2xx */
export async function measureDesk(
  { tenants, large, product, bares, plan, stack, pidOf, undo }: Bench,
  tickets: number,
): Promise<DeskReport> {
  const ask = async (path: string, { apiKey }: KeyedTenant) => {
    const response = await fetch(stack.baseUrl + path, { headers: { 'x-api-key': apiKey } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text.slice(0, 300)}`);
    return text;
  };
  for (const tenant of [...tenants, large]) await ask('/api/v1/channels', tenant);
  console.log(`seeding ${tenants.length} tenants of ${TICKETS_A_TENANT} tickets and one of ${tickets} …`);
  const ids = await seedDesk(stack.databaseUrl, [
    ...tenants.map(({ tenant }) => ({ tenant, tickets: TICKETS_A_TENANT, commented: 200 })),
    { tenant: large.tenant, tickets, commented: Math.min(tickets, COMMENTED) },
  ]);
  const of = ({ tenant }: KeyedTenant) => ids.get(tenant)!;

  // What other services make of the events takes the processors that the requests would have.
  const others = CONSUMERS.map(pidOf);
  const resume = () => {
    for (const pid of others) process.kill(pid, 'SIGCONT');
  };
  undo.push(resume);
  for (const pid of others) process.kill(pid, 'SIGSTOP');
  const ops: OperationResult[] = [];
  for (const operation of operations(tenants, large, of)) {
    const result = await compare(operation, product('desk'), bares, plan);
    console.log(`${operation.op}: ${result.ratio.toFixed(2)} of the baseline`);
    ops.push(result);
  }
  resume();
  undo.splice(undo.indexOf(resume), 1);
  await untilIdle(others);
  const latencies: Latency[] = [];
  for (const [what, path] of Object.entries(requestsOf(of(large)))) {
    const took: number[] = [];
    await ask(path, large);
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now();
      await ask(path, large);
      took.push(performance.now() - begun);
    }
    const [p50_ms, p95_ms, p99_ms] = [0.5, 0.95, 0.99].map((share) => percentile(took, share)) as [number, number, number];
    console.log(`${what}: p50 ${p50_ms.toFixed(1)}, p95 ${p95_ms.toFixed(1)} ms`);
    latencies.push({ what, p50_ms, p95_ms, p99_ms });
  }
  return { ops, tickets, large: latencies };
}

function operations(tenants: readonly KeyedTenant[], large: KeyedTenant, of: (tenant: KeyedTenant) => DeskIds) {
  const id = (tenant: KeyedTenant, index: number) => of(tenant).ticketIds[Math.floor(index / tenants.length) % 200] ?? '';
  const body = (tenant: KeyedTenant, index: number) => {
    const { channelId, clientId, priorityId, openStatusId } = of(tenant);
    return JSON.stringify({
      title: `Printer jams ${index}`,
      channel_id: channelId,
      client_id: clientId,
      status_id: openStatusId,
      priority_id: priorityId,
    });
  };
  const filter = (tenant: KeyedTenant) => `status_id=${of(tenant).openStatusId}&priority_id=${of(tenant).priorityId}`;
  const filtered = (whose: readonly KeyedTenant[]) => ({
    product: overTenants(whose, (tenant) => request('GET', `/api/v1/tickets?limit=25&${filter(tenant)}`, keyOf(tenant))),
    bare: overTenants(whose, (tenant) =>
      request('GET', `/tickets/${tenant.tenant}/${of(tenant).openStatusId}/${of(tenant).priorityId}`, {}),
    ),
  });
  return [
    {
      op: 'ticket',
      product: overTenants(tenants, (tenant, index) => request('GET', `/api/v1/tickets/${id(tenant, index)}`, keyOf(tenant))),
      bare: overTenants(tenants, (tenant, index) => request('GET', `/ticket/${tenant.tenant}/${id(tenant, index)}`, {})),
    },
    { op: 'tickets, filtered, with total', ...filtered(tenants) },
    { op: 'tickets, filtered, with total, of the large tenant', ...filtered([large]) },
    {
      op: 'new ticket',
      product: overTenants(tenants, (tenant, index) => request('POST', '/api/v1/tickets', keyOf(tenant), body(tenant, index))),
      bare: overTenants(tenants, (tenant, index) => request('POST', `/ticket/${tenant.tenant}`, {}, body(tenant, index))),
    },
  ];
}

/** What is asked at the large tenant. */
function requestsOf({ clientId, assigneeId, closedStatusId, openStatusId, channelId, longTicketId }: DeskIds): Record<string, string> {
  const list = (query: string) => `/api/v1/tickets?limit=25&${query}`;
  const search = (query: string, more = '') => `/api/v1/tickets/search?query=${query}${more}`;
  return {
    'list, newest first': list(''),
    'list, open': list('is_open=true'),
    'list, a closed status': list(`status_id=${closedStatusId}`),
    'list, overdue': list('is_overdue=true'),
    'list, of a client': list(`client_id=${clientId}`),
    'list, of a channel, last changed first': list(`channel_id=${channelId}&sort=updated_at`),
    'list, open ones of a person': list(`is_open=true&assigned_to=${assigneeId}`),
    'list, open and unassigned': list('is_open=true&has_assignment=false'),
    'list, by the priority of open ones in a status': list(`status_id=${openStatusId}&sort=priority&order=asc`),
    'list, a common word': list('search=printer'),
    'list, a rare text': list('search=finance%20421'),
    'list, page 400': list('page=400'),
    'search, a number': search('TIC0004217', '&include_closed=true'),
    'search, a common word in open ones': search('scanner'),
    'search, a common word': search('printer', '&include_closed=true'),
    'search, a rare text': search('finance%20421', '&include_closed=true'),
    'search, with clients': search('Client%2042', '&fields=title,client_name'),
    'fifty comments': `/api/v1/tickets/${longTicketId}/comments`,
    figures: '/api/v1/tickets/stats',
  };
}
