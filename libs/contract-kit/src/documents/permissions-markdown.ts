import { permissions } from '../permissions/catalogue.ts';
import { defaultRoles } from '../permissions/default-roles.ts';
import { requiredPermissions, type Route } from '../route.ts';
import { markdownTable } from './markdown-table.ts';

/** The permissions for readers: what each allows, which operations demand it, and which roles hold it from the start. */
export function permissionsMarkdown(routes: readonly Route[]): string {
  const operations = (isOne: (route: Route) => boolean) =>
    routes
      .filter(isOne)
      .map((route) => `\`${route.name}\``)
      .join(' ');
  const rows = permissions.map(({ name, description, msp, client }) => [
    `\`${name}\``,
    description,
    [...(msp ? ['MSP'] : []), ...(client ? ['client'] : [])].join(', '),
    operations((route) => requiredPermissions(route).includes(name)),
    // What all demand needs no second mention.
    operations((route) => (route.mayUse ?? []).includes(name) && !requiredPermissions(route).includes(name)),
  ]);
  const roles = defaultRoles.map(({ role_name, portal, description, permissions: held }) => [
    role_name,
    portal === 'msp' ? 'MSP' : 'client',
    description,
    held.map((name) => `\`${name}\``).join(' '),
  ]);
  return `# Permissions

Generated from the contracts. A role holds pairs of resource and action; a user has what any of its roles holds. Roles of the MSP portal count for
internal users, roles of the client portal for the people of clients. Some operations demand a permission only for some of what they do, such as a rule
that opens tickets, or a workflow that is published.

${markdownTable(['Permission', 'Allows to', 'Portals', 'Operations', 'In some cases'], rows)}
## Roles every tenant starts with

${markdownTable(['Role', 'Portal', 'For', 'Permissions'], roles)}`;
}
