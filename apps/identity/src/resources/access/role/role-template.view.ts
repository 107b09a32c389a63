import { defaultRoles } from '@psa/contract-kit';
import type { RoleTemplate } from '@psa/contracts-identity';
import type { TemplateRow } from './role-template.records.ts';

/** A role of the tenant that is meant to be copied. */
export function toTemplate({ held, ...role }: TemplateRow): RoleTemplate {
  return { ...role, is_system: false, permissions: held.map(({ name }) => name), permission_ids: held.map(({ id }) => id) };
}

/** The product's own templates: the roles every tenant starts with, as they are then. @param ids of the tenant's permissions, by name */
export function systemTemplates(ids: ReadonlyMap<string, string>): RoleTemplate[] {
  return defaultRoles.map(({ role_name, description, portal, permissions }) => {
    const known = permissions.filter((name) => ids.has(name)).sort();
    return {
      role_id: null,
      role_name,
      description,
      msp: portal === 'msp',
      client: portal === 'client',
      is_system: true,
      permissions: known,
      permission_ids: known.map((name) => ids.get(name) as string),
    };
  });
}
