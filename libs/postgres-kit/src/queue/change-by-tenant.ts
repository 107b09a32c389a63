import type { Database } from '../driver/database.ts';

/**
 * Changes rows of several tenants: by one statement, or where tenants lie on several nodes, of one tenant after the other, because Citus
 * lets one UPDATE of a table on several pieces run at a time, and that one may wait for a row.
 * @param change changes rows; with a tenant they are its own, and the statement has to name it
 * @returns what the changes gave back
 */
export async function changeByTenant<Row extends { readonly tenant: string }, Changed>(
  workerDatabase: Database,
  rows: readonly Row[],
  change: (rows: readonly Row[], tenant?: string) => Promise<Changed[]>,
): Promise<Changed[]> {
  if (!(await workerDatabase.detectedTenantForm()).takesByTenant) return change(rows);
  const changed: Changed[] = [];
  for (const [tenant, ofTenant] of Map.groupBy(rows, (row) => row.tenant)) changed.push(...(await change(ofTenant, tenant)));
  return changed;
}
