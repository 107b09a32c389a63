import type { UsageStats } from '@psa/contracts-gateway';
import { RecentMap } from './recent-map.ts';

interface Slot {
  readonly startedAt: number;
  readonly byEndpoint: Map<string, number>;
  requests: number;
  faults: number;
  milliseconds: number;
}

interface Resolution {
  readonly slotMs: number;
  readonly slots: number;
}

const MINUTE_MS = 60_000;
/** Fine for the last hour, coarser for the last day, coarse for the last month: few numbers, whatever the traffic. */
const RESOLUTIONS: readonly Resolution[] = [
  { slotMs: 5 * MINUTE_MS, slots: 12 },
  { slotMs: 60 * MINUTE_MS, slots: 24 },
  { slotMs: 24 * 60 * MINUTE_MS, slots: 30 },
];
const TENANTS = 500;

/** Counts what each tenant asks of the API, in this process and since it started. */
export class UsageCounter {
  readonly #now: () => number;
  readonly #tenants = new RecentMap<string, Slot[][]>(TENANTS);

  constructor(now: () => number) {
    this.#now = now;
  }

  count(tenant: string, endpoint: string, status: number, milliseconds: number): void {
    let counted = this.#tenants.get(tenant);
    if (counted === undefined) this.#tenants.set(tenant, (counted = RESOLUTIONS.map(() => [])));
    const now = this.#now();
    for (let index = 0; index < RESOLUTIONS.length; index++) {
      const slot = currentSlot(counted[index] as Slot[], RESOLUTIONS[index] as Resolution, now);
      slot.requests++;
      slot.milliseconds += milliseconds;
      if (status >= 500) slot.faults++;
      slot.byEndpoint.set(endpoint, (slot.byEndpoint.get(endpoint) ?? 0) + 1);
    }
  }

  /** @param periodMs how far back; longer than the longest kept counts as that */
  over(periodMs: number, tenant: string): UsageStats {
    const fitting = RESOLUTIONS.findIndex(({ slotMs, slots }) => slotMs * slots >= periodMs);
    const counted = this.#tenants.get(tenant)?.at(fitting) ?? [];
    const from = this.#now() - periodMs;
    const slots = counted.filter(({ startedAt }) => startedAt >= from);
    const requestsByEndpoint: Record<string, number> = {};
    for (const { byEndpoint } of slots) {
      for (const [endpoint, requests] of byEndpoint) requestsByEndpoint[endpoint] = (requestsByEndpoint[endpoint] ?? 0) + requests;
    }
    const sum = (pick: (slot: Slot) => number) => slots.reduce((total, slot) => total + pick(slot), 0);
    const totalRequests = sum(({ requests }) => requests);
    return {
      totalRequests,
      requestsByEndpoint,
      averageResponseTime: totalRequests === 0 ? 0 : Math.round((sum(({ milliseconds }) => milliseconds) / totalRequests) * 100) / 100,
      errorRate: totalRequests === 0 ? 0 : sum(({ faults }) => faults) / totalRequests,
    };
  }
}

function currentSlot(slots: Slot[], { slotMs, slots: kept }: Resolution, now: number): Slot {
  const newest = slots.at(-1);
  if (newest !== undefined && now < newest.startedAt + slotMs) return newest;
  const slot: Slot = { startedAt: now - (now % slotMs), byEndpoint: new Map(), requests: 0, faults: 0, milliseconds: 0 };
  slots.push(slot);
  if (slots.length > kept) slots.shift();
  return slot;
}
