import { type DefaultRole, permissions } from '@psa/contract-kit';
import { insertSelected, statement, type TenantBuilder } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import type { RolesTable, Tables } from '../../../tables.ts';
import { defaultRoleId, permissionId } from '../grant/access-catalogue.ts';

const SEED_PERMISSIONS = insertSelected(
  'permissions (permission_id, resource, action, description, msp, client)',
  `select permission_id, resource, action, description, msp, client
  from jsonb_to_recordset($1) as row (permission_id uuid, resource text, action text, description text, msp boolean, client boolean)`,
  `on conflict (tenant, resource, action) do update set description = excluded.description, msp = excluded.msp, client = excluded.client
  where (permissions.description, permissions.msp, permissions.client) is distinct from (excluded.description, excluded.msp, excluded.client)`,
);

/** Writes the catalogue's permissions; those there keep their ids. */
export async function seedPermissions(tx: Tx): Promise<void> {
  const rows = permissions.map((permission) => ({ ...permission, permission_id: permissionId(tx.tenant, permission) }));
  await tx.execute({ text: SEED_PERMISSIONS }, [JSON.stringify(rows)]);
}

/** Writes default roles without their permissions. */
export async function insertRoles(tx: Tx, roles: readonly DefaultRole[]): Promise<void> {
  await tx
    .insertInto('roles')
    .values(
      roles.map((role) => ({
        role_id: defaultRoleId(tx.tenant, role),
        role_name: role.role_name,
        description: role.description,
        msp: role.portal === 'msp',
        client: role.portal === 'client',
      })),
    )
    .execute();
}

const GRANT = insertSelected(
  'role_permissions (role_id, permission_id)',
  `select roles.role_id, permissions.permission_id
  from jsonb_to_recordset($2) as wanted (role_id uuid, resource text, action text)
  join roles on roles.tenant = $1 and roles.role_id = wanted.role_id
  join permissions on permissions.tenant = $1 and permissions.resource = wanted.resource and permissions.action = wanted.action`,
  'on conflict do nothing',
  'role_id',
);

/** Gives default roles the permissions they lack. @returns ids of the roles that got any */
export async function grantPermissions(tx: Tx, roles: readonly DefaultRole[]): Promise<string[]> {
  const wanted = roles.flatMap((role) =>
    role.permissions.map((name) => {
      const [resource, action] = name.split(':');
      return { role_id: defaultRoleId(tx.tenant, role), resource, action };
    }),
  );
  const { rows } = await tx.execute<{ role_id: string }>({ text: GRANT }, [tx.tenant, JSON.stringify(wanted)]);
  return [...new Set(rows.map(({ role_id }) => role_id))];
}

/** Those of some default roles that nobody has changed since the product wrote them. */
export async function unchangedRoles(tx: Tx, roles: readonly DefaultRole[]): Promise<DefaultRole[]> {
  const ids = roles.map((role) => defaultRoleId(tx.tenant, role));
  const rows = await tx
    .selectFrom('roles')
    .select('role_id')
    .where('role_id', 'in', ids)
    .whereRef('version', '=', 'seeded_version')
    .execute();
  const unchanged = new Set(rows.map(({ role_id }) => role_id));
  return roles.filter((_, index) => unchanged.has(ids[index] as string));
}

/** Raises the version of a role that the product has given other permissions than before. */
export async function touchRole(tx: Tx, roleId: string): Promise<{ role_name: string; version: number }> {
  return tx
    .updateTable('roles')
    .set({ version: sql`version + 1`, seeded_version: sql`version + 1`, updated_at: sql`now()` })
    .where('role_id', '=', roleId)
    .returning(['role_name', 'version'])
    .executeTakeFirstOrThrow();
}

export async function assignRole(tx: Tx, userId: string, roleId: string): Promise<void> {
  await tx.insertInto('user_roles').values({ user_id: userId, role_id: roleId }).execute();
}

export type RoleRecord = Selectable<RolesTable>;
/** A role with how many have it. */
export type RoleRow = RoleRecord & { user_count: number };

/** Roles with how many have them: the base of every read. */
export function roleRows(db: TenantBuilder<Tables>) {
  return db
    .selectFrom('roles')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('user_roles')
          .select(sql<number>`count(*)`.as('user_count'))
          .whereRef('user_roles.tenant', '=', 'roles.tenant')
          .whereRef('user_roles.role_id', '=', 'roles.role_id')
          .as('having'),
      (join) => join.onTrue(),
    )
    .selectAll('roles')
    .select('having.user_count');
}

const findStatement = statement<Tables>()((db, p: { role_id: string }) => roleRows(db).where('roles.role_id', '=', p.role_id));

export function findRole(db: Db, roleId: string): Promise<RoleRow | undefined> {
  return db.first(findStatement, { role_id: roleId });
}

/** Reads a role and keeps others from changing or assigning it until the transaction ends. */
export function lockRole(tx: Tx, roleId: string): Promise<RoleRecord | undefined> {
  return tx.selectFrom('roles').selectAll().where('role_id', '=', roleId).forUpdate().executeTakeFirst();
}

export async function countRoles(tx: Tx): Promise<number> {
  const { roles } = await tx
    .selectFrom('roles')
    .select(sql<number>`count(*)`.as('roles'))
    .executeTakeFirstOrThrow();
  return roles;
}

/** @returns undefined when a portal of the role has one of that name */
export function insertRole(tx: Tx, role: Insertable<RolesTable>): Promise<RoleRecord | undefined> {
  return tx
    .insertInto('roles')
    .values(role)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Writes the changes and raises the version. */
export function updateRoleRow(tx: Tx, roleId: string, changes: Updateable<RolesTable>): Promise<RoleRecord> {
  return tx
    .updateTable('roles')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('role_id', '=', roleId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a role; what it allowed goes by a foreign key. */
export async function deleteRoleRow(tx: Tx, roleId: string): Promise<void> {
  await tx.deleteFrom('roles').where('role_id', '=', roleId).execute();
}
