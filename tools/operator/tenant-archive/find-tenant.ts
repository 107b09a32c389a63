import type pg from 'pg';
import { Refusal } from '../../local/refusal.ts';

export interface FoundTenant {
  readonly tenant: string;
  readonly slug: string;
  readonly name: string;
  readonly isSuspended: boolean;
}

/** @param which slug or id @throws Refusal when there is no such tenant */
export async function findTenant(database: pg.ClientBase, which: string): Promise<FoundTenant> {
  const { rows } = await database.query<FoundTenant>(
    `select tenant_id as tenant, slug, name, suspended_at is not null as "isSuspended" from identity.tenants where tenant_id::text = $1 or slug = $1`,
    [which],
  );
  if (rows[0] === undefined) throw new Refusal(`There is no tenant ${which}; psa tenant list shows all.`);
  return rows[0];
}
