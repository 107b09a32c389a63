export interface TenantShares {
  /** Rows in all. */
  readonly limit: number;
  /** Rows of one tenant. */
  readonly perTenant: number;
}

/**
 * Takes rows one tenant after the other, where they lie apart: each tenant gets as much as the others before any gets more, and what
 * one does not use is shared among the rest.
 * @param tenants that have something to take, those first whose turn it is
 * @param take takes at most so many rows of a tenant; that it gives fewer means that there are no more
 */
export async function takeByTenant<Row>(
  tenants: readonly string[],
  { limit, perTenant }: TenantShares,
  take: (tenant: string, most: number) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const taken: Row[] = [];
  let wanting = tenants.map((tenant) => ({ tenant, has: 0 }));
  while (wanting.length > 0 && taken.length < limit) {
    const share = Math.max(1, Math.floor((limit - taken.length) / wanting.length));
    const unsatisfied: typeof wanting = [];
    for (const { tenant, has } of wanting) {
      const most = Math.min(share, perTenant - has, limit - taken.length);
      if (most <= 0) break;
      const rows = await take(tenant, most);
      taken.push(...rows);
      if (rows.length === most && has + most < perTenant) unsatisfied.push({ tenant, has: has + most });
    }
    wanting = unsatisfied;
  }
  return taken;
}
