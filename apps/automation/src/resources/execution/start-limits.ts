const HOUR = 60 * 60 * 1000;
/** How long the tenant's own count is believed; other processes may add to it meanwhile. */
const COUNT_AGE_MS = 5_000;
const MAX_TENANTS = 10_000;

interface TenantCount {
  readonly hour: number;
  readonly countedAt: number;
  starts: number;
}

/** How often a rule was started in the hour of its last start. */
interface StartsOfRule {
  readonly starts: number;
  readonly starts_hour: string | null;
}

/** A limit that was reached. */
export interface ReachedLimit {
  readonly scope: 'rule' | 'tenant';
  readonly limit: number;
  /** When rules start again, in milliseconds. */
  readonly resetsAt: number;
}

/**
 * Bounds how often rules start in an hour, one and all of a tenant: also a loop that goes through other systems, where nothing tells that
 * it is one, ends. Exact within what processes start at the same time.
 */
export class StartLimits {
  readonly #limits: Readonly<Record<ReachedLimit['scope'], number>>;
  readonly #tenants = new Map<string, TenantCount>();

  /** @param limits executions an hour */
  constructor(limits: Readonly<Record<ReachedLimit['scope'], number>>) {
    this.#limits = limits;
  }

  /**
   * Counts a start of a rule, which is held or locked.
   * @param countOfTenant how often the rules of the tenant were started in this hour, asked for every few seconds
   * @returns the limit that stands against it, and counts nothing then
   */
  async take(
    tenant: string,
    { starts, starts_hour }: StartsOfRule,
    countOfTenant: () => Promise<number>,
    now = Date.now(),
  ): Promise<ReachedLimit | undefined> {
    const hour = Math.floor(now / HOUR);
    const ofRule = starts_hour !== null && Math.floor(Date.parse(starts_hour) / HOUR) === hour ? starts : 0;
    const count = await this.#countOf(tenant, countOfTenant, hour, now);
    const reached = ofRule >= this.#limits.rule ? 'rule' : count.starts >= this.#limits.tenant ? 'tenant' : undefined;
    if (reached !== undefined) return { scope: reached, limit: this.#limits[reached], resetsAt: (hour + 1) * HOUR };
    count.starts++;
    return undefined;
  }

  async #countOf(tenant: string, countOfTenant: () => Promise<number>, hour: number, now: number): Promise<TenantCount> {
    const known = this.#tenants.get(tenant);
    if (known?.hour === hour && now - known.countedAt < COUNT_AGE_MS) return known;
    const count = { hour, countedAt: now, starts: await countOfTenant() };
    this.#tenants.delete(tenant);
    this.#tenants.set(tenant, count);
    const [oldest] = this.#tenants.size > MAX_TENANTS ? this.#tenants.keys() : [];
    if (oldest !== undefined) this.#tenants.delete(oldest);
    return count;
  }
}
