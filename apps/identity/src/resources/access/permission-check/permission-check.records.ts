import { sql } from 'kysely';
import type { Db } from '../../../identity-app.ts';

/** Those of the pairs that are permissions of the tenant, by name. */
export async function findKnownNames(db: Db, pairs: readonly { resource: string; action: string }[]): Promise<Set<string>> {
  const names = pairs.map(({ resource, action }) => `${resource}:${action}`);
  const rows = await db
    .selectFrom('permissions')
    .select(sql<string>`resource || ':' || action`.as('name'))
    .where(sql<boolean>`resource || ':' || action = any(${names})`)
    .execute();
  return new Set(rows.map(({ name }) => name));
}
