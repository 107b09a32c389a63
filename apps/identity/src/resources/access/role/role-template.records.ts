import { sql } from 'kysely';
import type { Db } from '../../../identity-app.ts';

export interface TemplateRow {
  readonly role_id: string;
  readonly role_name: string;
  readonly description: string | null;
  readonly msp: boolean;
  readonly client: boolean;
  readonly held: { readonly id: string; readonly name: string }[];
}

/** The tenant's own templates by name, with what they hold. There are no more of them than roles. */
export function findTemplates(db: Db): Promise<TemplateRow[]> {
  return db
    .selectFrom('roles')
    .select([
      'role_id',
      'role_name',
      'description',
      'msp',
      'client',
      sql<TemplateRow['held']>`(
      select coalesce(jsonb_agg(jsonb_build_object('id', permissions.permission_id, 'name', permissions.resource || ':' || permissions.action)
        order by permissions.resource, permissions.action), '[]')
      from role_permissions
      join permissions on permissions.tenant = role_permissions.tenant and permissions.permission_id = role_permissions.permission_id
      where role_permissions.tenant = roles.tenant and role_permissions.role_id = roles.role_id)`.as('held'),
    ])
    .where('is_template', '=', true)
    .orderBy(sql`lower(role_name)`)
    .orderBy('role_id')
    .execute();
}

/** Ids of the tenant's permissions by their names. */
export async function findPermissionIds(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('permissions')
    .select(['permission_id', sql<string>`resource || ':' || action`.as('name')])
    .execute();
  return new Map(rows.map(({ name, permission_id }) => [name, permission_id]));
}
