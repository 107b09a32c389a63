import type { RoleListQuery } from '@psa/contracts-identity';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../../identity-app.ts';
import { type RoleRow, roleRows } from './role.records.ts';

const order: ListOrder = {
  columns: {
    role_name: 'roles.role_name',
    description: 'roles.description',
    user_count: 'having.user_count',
    created_at: 'roles.created_at',
    updated_at: 'roles.updated_at',
  },
  nullable: new Set(['description']),
  id: { ref: 'roles.role_id', name: 'role_id' },
};

/** One page of the roles that pass every filter. @param holding only those that hold this permission */
export function listRoles(db: Db, query: RoleListQuery, holding?: string): Promise<Page<RoleRow>> {
  const matching = matchingRoles(db, query, holding);
  return readPage<RoleRow>(matching as never, order, query, async () => {
    const { count } = await matching
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });
}

function matchingRoles(db: Db, query: RoleListQuery, holding: string | undefined) {
  const { role_name, search, is_template, portal, has_permissions, permission_resource: resource, permission_action: action } = query;
  let rows = roleRows(db);
  if (role_name !== undefined) rows = rows.where('roles.role_name', 'ilike', containsPattern(role_name));
  if (search) {
    const pattern = containsPattern(search);
    rows = rows.where((eb) => eb.or([eb('roles.role_name', 'ilike', pattern), eb('roles.description', 'ilike', pattern)]));
  }
  if (is_template !== undefined) rows = rows.where('roles.is_template', '=', is_template);
  if (portal !== undefined) rows = rows.where(`roles.${portal}`, '=', true);
  if (query.created_from !== undefined) rows = rows.where('roles.created_at', '>=', query.created_from);
  if (query.created_to !== undefined) rows = rows.where('roles.created_at', '<=', query.created_to);
  if (query.updated_from !== undefined) rows = rows.where('roles.updated_at', '>=', query.updated_from);
  if (query.updated_to !== undefined) rows = rows.where('roles.updated_at', '<=', query.updated_to);
  if (has_permissions !== undefined) rows = rows.where(has_permissions ? holds() : sql<SqlBool>`not ${holds()}`);
  if (resource !== undefined || action !== undefined) rows = rows.where(holds(resource, action));
  if (holding !== undefined) {
    rows =
      rows.where(sql<SqlBool>`exists (select from role_permissions holding where holding.tenant = roles.tenant and holding.role_id = roles.role_id
      and holding.permission_id = ${holding})`);
  }
  return rows;
}

/** Whether a role holds any permission on a resource, or for an action; any at all when neither is named. */
function holds(resource?: string, action?: string) {
  return sql<SqlBool>`exists (select from role_permissions held
    join permissions on permissions.tenant = held.tenant and permissions.permission_id = held.permission_id
    where held.tenant = roles.tenant and held.role_id = roles.role_id
      and permissions.resource = coalesce(${resource ?? null}, permissions.resource) and permissions.action = coalesce(${action ?? null}, permissions.action))`;
}
