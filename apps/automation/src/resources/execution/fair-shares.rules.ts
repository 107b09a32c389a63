/** How many executions of a tenant are due. */
export interface DueExecutions {
  readonly tenant: string;
  readonly count: number;
}

/** How many executions a process runs at once. */
export interface Places {
  readonly free: number;
  readonly all: number;
}

/** Max executions of one tenant that a process runs at once. However many a tenant has, its share leaves room for the next tenant. */
export function shareOf(tenants: number, { free, all }: Places): number {
  return Math.max(1, Math.min(Math.floor(all / (tenants + 1)), Math.floor(free / 2)));
}

/**
 * How many executions of each tenant are taken. The tenant that has least under way comes first, and however many one has, it leaves a
 * share free for the next.
 * @param due tenants with something due; of equals the first goes first
 * @param busy how many of each tenant's are under way
 */
export function fairShares(due: readonly DueExecutions[], busy: ReadonlyMap<string, number>, { free, all }: Places): Map<string, number> {
  const tenants = new Set([...due.map(({ tenant }) => tenant), ...busy.keys()]).size;
  const most = shareOf(tenants, { free, all });
  const places = due.flatMap(({ tenant, count }) => {
    const underWay = busy.get(tenant) ?? 0;
    return Array.from({ length: Math.min(count, Math.max(0, most - underWay)) }, (_, index) => ({ tenant, place: underWay + index }));
  });
  const shares = new Map<string, number>();
  for (const { tenant } of places.toSorted((one, other) => one.place - other.place).slice(0, free))
    shares.set(tenant, (shares.get(tenant) ?? 0) + 1);
  return shares;
}
