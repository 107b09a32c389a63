import { permissions } from './catalogue.ts';
import type { PermissionAction, PermissionName, PermissionResource, Portal } from './catalogue.ts';

/** A role every new tenant starts with. Names repeat across portals: there are two Admins and two Finances. */
export interface DefaultRole<P extends Portal = Portal> {
  readonly role_name: string;
  readonly description: string;
  readonly portal: P;
  readonly permissions: readonly PermissionName[];
}

/** The resources that have all of the given actions in a portal. */
type ResourceWith<P extends Portal, A extends string> = {
  [R in PermissionResource]: [A] extends [PermissionAction<R, P>] ? R : never;
}[PermissionResource];

/** The resources a portal has at all. */
type ResourceOf<P extends Portal> = {
  [R in PermissionResource]: [PermissionAction<R, P>] extends [never] ? never : R;
}[PermissionResource];

/** The words a portal's roles are written in; a pair the portal does not have does not compile. */
export function portalGrants<P extends Portal>(portal: P) {
  return {
    /** Every pair of the portal. */
    everything: (): PermissionName[] => permissions.filter((permission) => permission[portal]).map(({ name }) => name),

    /** Every action the portal has on these resources. */
    full: (...resources: ResourceOf<P>[]): PermissionName[] =>
      permissions.filter((pair) => pair[portal] && (resources as string[]).includes(pair.resource)).map(({ name }) => name),

    /** The same few actions on each of these resources. */
    only: <const A extends PermissionAction<PermissionResource, P>>(
      actions: readonly A[],
      ...resources: ResourceWith<P, A>[]
    ): PermissionName[] => resources.flatMap((resource) => actions.map((action) => `${resource}:${action}` as PermissionName)),
  };
}

const msp = portalGrants('msp');
const client = portalGrants('client');

// Stryker disable all: lists, which a test could only repeat; docs/permissions.md shows each change of them
const KEEP = ['create', 'read', 'update'] as const;
const READ = ['read'] as const;
const LOOK_AND_CHANGE = ['read', 'update'] as const;

const TECHNICIAN = [
  ...msp.only(KEEP, 'asset', 'document', 'interaction', 'project_task', 'ticket', 'timeentry', 'tag'),
  ...msp.only(READ, 'client', 'contact', 'project', 'reports', 'technician_dispatch', 'user_schedule', 'ticket_settings', 'sla_policy'),
  // Tasks of workflows are for them too.
  ...msp.only(READ, 'workflow'),
  ...msp.only(LOOK_AND_CHANGE, 'profile'),
  ...msp.only(['read', 'update', 'submit'], 'timesheet'),
];

const MSP_ROLES: DefaultRole<'msp'>[] = [
  {
    role_name: 'Admin',
    description: 'Everything, including users, roles and settings',
    portal: 'msp',
    permissions: msp.everything(),
  },
  {
    role_name: 'Finance',
    description: 'Billing, invoices, credits and contracts',
    portal: 'msp',
    permissions: [
      ...msp.full(
        'billing',
        'client',
        'contact',
        'credit',
        'financial',
        'document',
        'interaction',
        'invoice',
        'timeentry',
        'billing_settings',
      ),
      ...msp.only(LOOK_AND_CHANGE, 'project', 'project_task', 'ticket', 'profile'),
      ...msp.only(READ, 'asset', 'reports', 'user', 'technician_dispatch', 'user_schedule', 'workflow'),
      ...msp.only(['read', 'read_all', 'submit'], 'timesheet'),
    ],
  },
  {
    role_name: 'Technician',
    description: 'Tickets, assets, project tasks and own time',
    portal: 'msp',
    permissions: [...TECHNICIAN, ...msp.only(['read_all'], 'timesheet')],
  },
  {
    role_name: 'Manager',
    description: 'A technician who also approves the time sheets of their teams',
    portal: 'msp',
    // No read_all: whose sheets a manager sees follows from the teams and reporting lines they lead.
    permissions: [...TECHNICIAN, ...msp.only(['approve', 'reverse'], 'timesheet'), ...msp.only(READ, 'user', 'user_settings')],
  },
  {
    role_name: 'Project Manager',
    description: 'Projects from quote to last time sheet',
    portal: 'msp',
    permissions: [
      ...msp.full('project', 'project_task'),
      ...msp.only(KEEP, 'client', 'contact', 'document', 'interaction', 'ticket', 'timeentry', 'tag'),
      ...msp.only(['read', 'update', 'read_all', 'submit', 'approve', 'reverse'], 'timesheet'),
      ...msp.only(['read', 'invite'], 'user'),
      ...msp.only(
        READ,
        'asset',
        'billing',
        'invoice',
        'billing_settings',
        'reports',
        'technician_dispatch',
        'user_schedule',
        'user_settings',
        'workflow',
      ),
      ...msp.only(LOOK_AND_CHANGE, 'sla_policy', 'profile'),
    ],
  },
  {
    role_name: 'Dispatcher',
    description: 'Who works on what, and when',
    portal: 'msp',
    permissions: [
      ...msp.only(KEEP, 'technician_dispatch', 'user_schedule', 'ticket', 'tag', 'interaction'),
      ...msp.only(READ, 'asset', 'client', 'contact', 'document', 'project', 'project_task', 'reports', 'timeentry', 'timesheet'),
      ...msp.only(READ, 'user', 'user_settings', 'ticket_settings', 'sla_policy', 'workflow'),
      ...msp.only(LOOK_AND_CHANGE, 'profile'),
    ],
  },
];

const CLIENT_ROLES: DefaultRole<'client'>[] = [
  {
    role_name: 'Admin',
    description: "Everything in the client portal, including the client's own users",
    portal: 'client',
    permissions: client.everything(),
  },
  {
    role_name: 'Finance',
    description: "The client's bills, and its tickets and documents",
    portal: 'client',
    permissions: [
      ...client.only(KEEP, 'client', 'ticket', 'document'),
      ...client.only(READ, 'billing', 'project', 'time_management', 'user', 'settings'),
    ],
  },
  {
    role_name: 'User',
    description: "The client's tickets and documents",
    portal: 'client',
    permissions: [...client.only(KEEP, 'client', 'ticket', 'document'), ...client.only(READ, 'project', 'time_management')],
  },
];
// Stryker restore all

/** The roles a tenant is seeded with. */
export const defaultRoles: readonly DefaultRole[] = [...MSP_ROLES, ...CLIENT_ROLES];
