import type { TenantId } from '@psa/contract-kit';
import type { Database } from '@psa/postgres-kit';
import type { Db, Tx } from '../../../identity-app.ts';

/*
 * The table `tenants` is global and has no row-level security. Writing happens only in a transaction of the tenant itself;
 * what reads across tenants takes a Database and stands at the end.
 */

export interface TenantRow {
  readonly tenant_id: string;
  readonly slug: string;
  readonly name: string;
  readonly version: number;
}

/** A tenant as an operator sees it. */
export interface TenantSummaryRow {
  readonly tenant: string;
  readonly slug: string;
  readonly name: string;
  readonly suspended: boolean;
  readonly created_at: string;
}

const INSERT = `insert into tenants (tenant_id, slug, name, access_catalogue) values ($1, $2, $3, $4)
  on conflict (slug) do nothing returning tenant_id, slug, name, version`;
const SUSPEND = `update tenants set suspended_at = now(), version = version + 1, updated_at = now()
  where tenant_id = $1 and suspended_at is null returning version`;
const RESUME = `update tenants set suspended_at = null, version = version + 1, updated_at = now()
  where tenant_id = $1 and suspended_at is not null returning version`;
const EXISTS = 'select 1 from tenants where tenant_id = $1';
const NAME = 'select name from tenants where tenant_id = $1';
const SUMMARY = 'select tenant_id as tenant, slug, name, suspended_at is not null as suspended, created_at from tenants';
const PAGE = `${SUMMARY} where slug > $1 order by slug limit $2`;
const BY_SLUG = `${SUMMARY} where slug = $1`;
const BEHIND = 'select tenant_id from tenants where access_catalogue <> $1 order by created_at';

/** @param catalogue fingerprint of the permissions it is seeded with. @returns undefined when the slug is taken */
export async function insertTenant(tx: Tx, tenant: { slug: string; name: string; catalogue: string }): Promise<TenantRow | undefined> {
  const { rows } = await tx.execute<TenantRow>({ text: INSERT }, [tx.tenant, tenant.slug, tenant.name, tenant.catalogue]);
  return rows[0];
}

/** @returns the tenant's new version; undefined when it was so already */
export async function setSuspended(tx: Tx, suspended: boolean): Promise<number | undefined> {
  const { rows } = await tx.execute<{ version: number }>({ text: suspended ? SUSPEND : RESUME }, [tx.tenant]);
  return rows[0]?.version;
}

/** Name of the tenant, for people. */
export async function findTenantName(db: Db): Promise<string> {
  const { rows } = await db.execute<{ name: string }>({ text: NAME }, [db.tenant]);
  return rows[0]?.name ?? '';
}

export async function tenantExists(database: Database, tenant: TenantId): Promise<boolean> {
  return (await database.query(EXISTS, [tenant])).length === 1;
}

/** A page of the tenants, by slug. @param after slug before the first of the page; the empty text begins */
export function listTenants(database: Database, after: string, limit: number): Promise<TenantSummaryRow[]> {
  return database.query<TenantSummaryRow>(PAGE, [after, limit]);
}

export async function findTenantBySlug(database: Database, slug: string): Promise<TenantSummaryRow | undefined> {
  return (await database.query<TenantSummaryRow>(BY_SLUG, [slug]))[0];
}

/** Tenants whose permissions are those of another catalogue. */
export async function tenantsNotAt(database: Database, catalogue: string): Promise<string[]> {
  return (await database.query<{ tenant_id: string }>(BEHIND, [catalogue])).map(({ tenant_id }) => tenant_id);
}
