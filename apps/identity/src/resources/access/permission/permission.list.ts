import type { PermissionListQuery } from '@psa/contracts-identity';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../../identity-app.ts';
import type { PermissionRow } from '../grant/permission.records.ts';

const order: ListOrder = {
  columns: { resource: 'resource', action: 'action', created_at: 'created_at', updated_at: 'updated_at' },
  id: { ref: 'permission_id', name: 'permission_id' },
};

/** One page of the permissions that pass every filter. */
export function listPermissions(db: Db, query: PermissionListQuery): Promise<Page<PermissionRow>> {
  const matching = matchingPermissions(db, query);
  return readPage<PermissionRow>(matching.selectAll(), order, query, async () => {
    const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return count;
  });
}

function matchingPermissions(db: Db, query: PermissionListQuery) {
  const { resource, action, search, created_from, created_to, updated_from, updated_to } = query;
  let rows = db.selectFrom('permissions');
  if (resource !== undefined) rows = rows.where('resource', '=', resource);
  if (action !== undefined) rows = rows.where('action', '=', action);
  if (created_from !== undefined) rows = rows.where('created_at', '>=', created_from);
  if (created_to !== undefined) rows = rows.where('created_at', '<=', created_to);
  if (updated_from !== undefined) rows = rows.where('updated_at', '>=', updated_from);
  if (updated_to !== undefined) rows = rows.where('updated_at', '<=', updated_to);
  if (search) {
    const pattern = containsPattern(search);
    rows = rows.where((eb) =>
      eb.or([eb('resource', 'ilike', pattern), eb('action', 'ilike', pattern), eb('description', 'ilike', pattern)]),
    );
  }
  return rows;
}
