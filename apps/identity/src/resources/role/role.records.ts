import { type DefaultRole, permissions } from '@psa/contract-kit';
import { sql } from 'kysely';
import type { Tx } from '../../identity-app.ts';
import { defaultRoleId, permissionId } from './access-catalogue.ts';

const SEED_PERMISSIONS = `insert into permissions (permission_id, resource, action, description, msp, client)
  select permission_id, resource, action, description, msp, client
  from jsonb_to_recordset($1) as row (permission_id uuid, resource text, action text, description text, msp boolean, client boolean)
  on conflict (tenant, resource, action) do update set description = excluded.description, msp = excluded.msp, client = excluded.client
  where (permissions.description, permissions.msp, permissions.client) is distinct from (excluded.description, excluded.msp, excluded.client)`;

/** Writes the catalogue's permissions; those there keep their ids. */
export async function seedPermissions(tx: Tx): Promise<void> {
  const rows = permissions.map((permission) => ({ ...permission, permission_id: permissionId(tx.tenant, permission) }));
  await tx.execute({ text: SEED_PERMISSIONS }, [JSON.stringify(rows)]);
}

/** Writes default roles without their permissions. */
export async function insertRoles(tx: Tx, roles: readonly DefaultRole[]): Promise<void> {
  await tx.insertInto('roles').values(roles.map((role) => ({
    role_id: defaultRoleId(tx.tenant, role), role_name: role.role_name, description: role.description, msp: role.portal === 'msp', client: role.portal === 'client',
  }))).execute();
}

const GRANT = `insert into role_permissions (role_id, permission_id)
  select roles.role_id, permissions.permission_id
  from jsonb_to_recordset($2) as wanted (role_id uuid, resource text, action text)
  join roles on roles.tenant = $1 and roles.role_id = wanted.role_id
  join permissions on permissions.tenant = $1 and permissions.resource = wanted.resource and permissions.action = wanted.action
  on conflict do nothing returning role_id`;

/** Gives default roles the permissions they lack. @returns ids of the roles that got any */
export async function grantPermissions(tx: Tx, roles: readonly DefaultRole[]): Promise<string[]> {
  const wanted = roles.flatMap((role) => role.permissions.map((name) => {
    const [resource, action] = name.split(':');
    return { role_id: defaultRoleId(tx.tenant, role), resource, action };
  }));
  const { rows } = await tx.execute<{ role_id: string }>({ text: GRANT }, [tx.tenant, JSON.stringify(wanted)]);
  return [...new Set(rows.map(({ role_id }) => role_id))];
}

/** Raises the version of a role that holds other permissions than before. */
export async function touchRole(tx: Tx, roleId: string): Promise<{ role_name: string; version: number }> {
  return tx.updateTable('roles').set({ version: sql`version + 1`, updated_at: sql`now()` }).where('role_id', '=', roleId)
    .returning(['role_name', 'version']).executeTakeFirstOrThrow();
}

export async function assignRole(tx: Tx, userId: string, roleId: string): Promise<void> {
  await tx.insertInto('user_roles').values({ user_id: userId, role_id: roleId }).execute();
}
