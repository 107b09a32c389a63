import type { Tx } from '../automation-app.ts';

/** That a tenant is not suspended, in SQL. @param column the column that holds the tenant, as the statement names it */
export function isServed(column: string): string {
  return `not exists (select from tenant_replicas replica where replica.tenant = ${column} and replica.is_suspended)`;
}

/** Notes what the tenant of the transaction is called. */
export async function keepTenant(tx: Tx, slug: string, version: number): Promise<void> {
  await tx
    .insertInto('tenant_replicas')
    .values({ slug, is_suspended: false, version })
    .onConflict((conflict) => conflict.columns(['tenant', 'slug']).doNothing())
    .execute();
}

/** Notes whether the tenant of the transaction is served. */
export async function setTenantSuspended(tx: Tx, isSuspended: boolean, version: number): Promise<void> {
  await tx.updateTable('tenant_replicas').set({ is_suspended: isSuspended, version }).where('version', '<', version).execute();
}
