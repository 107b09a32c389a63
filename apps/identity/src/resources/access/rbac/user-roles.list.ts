import type { UserRolesQuery } from '@psa/contracts-identity';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../../identity-app.ts';

export interface UserRolesRow {
  readonly tenant: string;
  readonly user_id: string;
  readonly username: string;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly user_type: string;
  readonly is_inactive: boolean;
  readonly roles: { readonly role_id: string; readonly role_name: string; readonly description: string | null }[];
}

const order: ListOrder = {
  columns: {
    username: 'users.username',
    email: 'users.email',
    first_name: 'users.first_name',
    last_name: 'users.last_name',
    user_type: 'users.user_type',
    created_at: 'users.created_at',
    updated_at: 'users.updated_at',
  },
  nullable: new Set(['first_name', 'last_name']),
  id: { ref: 'users.user_id', name: 'user_id' },
};

const COLUMNS = [
  'users.tenant',
  'users.user_id',
  'users.username',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.user_type',
  'users.is_inactive',
] as const;

const roles = sql<UserRolesRow['roles']>`(
  select coalesce(jsonb_agg(jsonb_build_object('role_id', roles.role_id, 'role_name', roles.role_name, 'description', roles.description) order by roles.role_name), '[]')
  from user_roles join roles on roles.tenant = user_roles.tenant and roles.role_id = user_roles.role_id
  where user_roles.tenant = users.tenant and user_roles.user_id = users.user_id)`;

/** One page of the users that pass every filter. @param clientId users of this client only; everybody when undefined */
export function listUsersWithRoles(db: Db, query: UserRolesQuery, clientId: string | null | undefined): Promise<Page<UserRolesRow>> {
  const matching = matchingUsers(db, query, clientId);
  return readPage<UserRolesRow>(matching.select([...COLUMNS, roles.as('roles')]), order, query, async () => {
    const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return count;
  });
}

function matchingUsers(db: Db, query: UserRolesQuery, clientId: string | null | undefined) {
  const { search, is_inactive, role_id, created_from, created_to, updated_from, updated_to } = query;
  let rows = db.selectFrom('users');
  // Null is nobody's client: `=` finds nothing then.
  if (clientId !== undefined) rows = rows.where('users.user_type', '=', 'client').where('users.client_id', '=', clientId);
  if (is_inactive !== undefined) rows = rows.where('users.is_inactive', '=', is_inactive);
  if (created_from !== undefined) rows = rows.where('users.created_at', '>=', created_from);
  if (created_to !== undefined) rows = rows.where('users.created_at', '<=', created_to);
  if (updated_from !== undefined) rows = rows.where('users.updated_at', '>=', updated_from);
  if (updated_to !== undefined) rows = rows.where('users.updated_at', '<=', updated_to);
  if (role_id !== undefined) {
    rows = rows.where(sql<SqlBool>`exists (select from user_roles given where given.tenant = users.tenant and given.user_id = users.user_id
      and given.role_id = ${role_id})`);
  }
  if (search) {
    const pattern = containsPattern(search);
    const names = ['users.username', 'users.email', 'users.first_name', 'users.last_name'] as const;
    rows = rows.where((eb) => eb.or(names.map((name) => eb(name, 'ilike', pattern))));
  }
  return rows;
}
