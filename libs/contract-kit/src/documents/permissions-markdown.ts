import { permissions } from '../permissions/catalogue.ts';
import { defaultRoles } from '../permissions/default-roles.ts';
import { requiredPermissions, type Route } from '../route.ts';
import { markdownTable } from './markdown-table.ts';

/** The permissions for readers: what each allows, which operations demand it, and which roles hold it from the start. */
export function permissionsMarkdown(routes: readonly Route[]): string {
  const rows = permissions.map(({ name, description, msp, client }) => [
    `\`${name}\``,
    description,
    [...(msp ? ['MSP'] : []), ...(client ? ['client'] : [])].join(', '),
    routes
      .filter((route) => requiredPermissions(route).includes(name))
      .map((route) => `\`${route.name}\``)
      .join(' '),
  ]);
  const roles = defaultRoles.map(({ role_name, portal, description, permissions: held }) => [
    role_name,
    portal === 'msp' ? 'MSP' : 'client',
    description,
    held.map((name) => `\`${name}\``).join(' '),
  ]);
  return `# Permissions

Generated from the contracts. A role holds pairs of resource and action; a user has what any of its roles holds. Roles of the MSP portal count for
internal users, roles of the client portal for the people of clients.

${markdownTable(['Permission', 'Allows to', 'Portals', 'Operations'], rows)}
## Roles every tenant starts with

${markdownTable(['Role', 'Portal', 'For', 'Permissions'], roles)}`;
}
