/** The two doors of the product: the MSP's own staff, and the people of its clients. */
export type Portal = 'msp' | 'client';

interface ResourceEntry {
  /** What the resource is, as it reads after a verb: "Read assets". */
  readonly description: string;
  /** Actions a role of the MSP portal can hold. */
  readonly msp: readonly string[];
  /** Actions a role of the client portal can hold. */
  readonly client: readonly string[];
}

const CRUD = ['create', 'read', 'update', 'delete'] as const;
const KEEP = ['create', 'read', 'update'] as const;
const NONE = [] as const;

// Stryker disable all: a list, which a test could only repeat; docs/permissions.md shows each change of it
/**
 * Every permission there is, by resource. Closed: a route that names a pair not in here does not compile, tenants get
 * exactly these rows, and the Admin role of each portal holds all of its side.
 */
export const permissionCatalogue = {
  account_management: { description: 'account and subscription', msp: ['read', 'update', 'delete'], client: NONE },
  asset: { description: 'assets', msp: CRUD, client: NONE },
  automation: { description: 'automation rules', msp: [...CRUD, 'execute', 'send_messages', 'run_scripts'], client: NONE },
  billing: { description: 'contracts, contract lines and billing', msp: CRUD, client: KEEP },
  billing_settings: { description: 'billing settings, services and accounting connections', msp: CRUD, client: NONE },
  category: { description: 'categories', msp: ['read'], client: NONE },
  client: { description: 'clients and their locations', msp: CRUD, client: CRUD },
  comment: { description: 'comments', msp: CRUD, client: NONE },
  contact: { description: 'contacts', msp: CRUD, client: NONE },
  credit: { description: 'client credits', msp: [...CRUD, 'transfer', 'reconcile'], client: NONE },
  document: { description: 'documents', msp: CRUD, client: KEEP },
  email: { description: 'inbound e-mail', msp: ['process'], client: NONE },
  email_provider: { description: 'mailboxes, inbound and outbound e-mail', msp: CRUD, client: NONE },
  extension: { description: 'extensions', msp: ['read', 'write'], client: NONE },
  financial: { description: 'financial transactions', msp: [...CRUD, 'transfer'], client: NONE },
  inbound_webhook: { description: 'inbound webhooks', msp: [...CRUD, 'replay'], client: NONE },
  interaction: { description: 'interactions', msp: CRUD, client: NONE },
  inventory: { description: 'inventory', msp: CRUD, client: NONE },
  invoice: { description: 'invoices', msp: [...CRUD, 'generate', 'finalize', 'send', 'void', 'credit'], client: NONE },
  job: { description: 'background jobs', msp: ['delete'], client: NONE },
  notification: { description: 'notifications', msp: ['read', 'manage'], client: NONE },
  opportunities: { description: 'sales opportunities', msp: CRUD, client: NONE },
  permission: { description: 'permissions', msp: CRUD, client: NONE },
  priority: { description: 'priorities', msp: CRUD, client: NONE },
  profile: { description: 'own profile', msp: CRUD, client: NONE },
  project: { description: 'projects', msp: CRUD, client: CRUD },
  project_task: { description: 'project phases, tasks and checklists', msp: CRUD, client: NONE },
  purchase_order: { description: 'purchase orders', msp: CRUD, client: NONE },
  quotes: { description: 'quotes', msp: ['approve'], client: NONE },
  reports: { description: 'reports', msp: CRUD, client: NONE },
  rmm: { description: 'remote monitoring and management', msp: ['execute_command'], client: NONE },
  role: { description: 'roles', msp: CRUD, client: NONE },
  sales_order: { description: 'sales orders', msp: CRUD, client: NONE },
  secrets: { description: 'stored secrets', msp: ['view', 'use', 'manage'], client: NONE },
  security_settings: { description: 'security settings, API keys and sessions', msp: CRUD, client: NONE },
  service: { description: 'services', msp: CRUD, client: NONE },
  settings: { description: 'general settings', msp: CRUD, client: CRUD },
  sla_policy: { description: 'SLA policies', msp: CRUD, client: NONE },
  stock_location: { description: 'stock locations', msp: CRUD, client: NONE },
  stock_transfer: { description: 'stock transfers', msp: CRUD, client: NONE },
  storage: { description: 'file storage', msp: ['read', 'write'], client: NONE },
  system_settings: { description: 'system settings', msp: CRUD, client: NONE },
  tag: { description: 'tags', msp: CRUD, client: NONE },
  tax: { description: 'tax rates', msp: CRUD, client: NONE },
  team: { description: 'teams', msp: [...CRUD, 'manage_members'], client: NONE },
  technician_dispatch: { description: 'dispatches of technicians', msp: CRUD, client: NONE },
  ticket: { description: 'tickets', msp: [...CRUD, 'close_override'], client: KEEP },
  ticket_settings: { description: 'ticket settings, categories, statuses and priorities', msp: CRUD, client: NONE },
  time_management: { description: 'time spent for the client', msp: NONE, client: CRUD },
  timeentry: { description: 'time entries', msp: CRUD, client: NONE },
  timeentry_settings: { description: 'time-entry settings and time periods', msp: CRUD, client: NONE },
  timeperiod: { description: 'time periods', msp: CRUD, client: NONE },
  timesheet: { description: 'time sheets', msp: [...CRUD, 'read_all', 'submit', 'approve', 'reverse'], client: NONE },
  user: { description: 'users', msp: [...CRUD, 'invite', 'reset_password'], client: [...CRUD, 'reset_password'] },
  user_schedule: { description: 'schedules', msp: CRUD, client: NONE },
  user_settings: { description: 'user settings', msp: CRUD, client: NONE },
  vendor: { description: 'vendors', msp: CRUD, client: NONE },
  webhook: { description: 'outgoing webhooks', msp: [...CRUD, 'test', 'retry'], client: NONE },
  workflow: { description: 'workflows', msp: ['read', 'view', 'manage', 'publish', 'admin'], client: NONE },
} as const satisfies Record<string, ResourceEntry>;
// Stryker restore all

type Catalogue = typeof permissionCatalogue;

export type PermissionResource = keyof Catalogue;

/** The actions of one resource in one portal. */
export type PermissionAction<R extends PermissionResource, P extends Portal = Portal> = Catalogue[R][P][number];

/** `asset:read`, `invoice:finalize`, ... : the closed union of all pairs, or of those of one portal. */
export type PermissionName<P extends Portal = Portal> = {
  [R in PermissionResource]: `${R}:${PermissionAction<R, P>}`;
}[PermissionResource];

/** One row of the catalogue. */
export interface Permission {
  readonly name: PermissionName;
  readonly resource: PermissionResource;
  readonly action: string;
  readonly description: string;
  /** Held by roles of the MSP portal. */
  readonly msp: boolean;
  /** Held by roles of the client portal. */
  readonly client: boolean;
}

// Stryker disable all: texts, which a test could only repeat
/** Pairs whose words do not explain themselves; all others read as the action before the resource. */
const DESCRIPTIONS: { readonly [N in PermissionName]?: string } = {
  'account_management:delete': 'Close the account and cancel its subscription',
  'automation:run_scripts': 'Have automation rules run scripts',
  'automation:send_messages': 'Have automation rules send e-mail and text messages',
  'credit:transfer': 'Transfer credit from one client to another',
  'document:delete': 'Delete documents and their files',
  'extension:write': 'Install and configure extensions',
  'financial:transfer': 'Transfer credit between accounts',
  'invoice:credit': 'Record payments and apply credit to invoices',
  'invoice:finalize': 'Finalise, approve or reject invoices',
  'invoice:generate': 'Generate invoices from billable work',
  'rmm:execute_command': 'Run scripts and reboots on managed devices, and take remote control of them',
  'secrets:use': 'Let workflows use stored secrets without seeing them',
  'storage:read': 'Read stored files',
  'storage:write': 'Store and replace files',
  'team:manage_members': 'Add and remove the members of teams',
  'ticket:close_override': 'Close tickets although their closing rules are not met',
  'timesheet:read_all': "Read everybody's time sheets and time entries",
  'timesheet:reverse': 'Take back the approval of time sheets',
  'user:invite': 'Invite users by e-mail',
  'user:reset_password': "Set other users' passwords",
  'workflow:admin': 'Administer workflows of all users',
  'workflow:view': 'See the runs of workflows',
};
// Stryker restore all

/** Every permission, by resource and then in the order of the catalogue. */
export const permissions: readonly Permission[] = Object.entries<ResourceEntry>(permissionCatalogue).flatMap(
  ([resource, { description, msp, client }]) =>
    [...new Set([...msp, ...client])].map((action) => {
      const name = `${resource}:${action}` as PermissionName;
      const words = `${action[0]?.toUpperCase()}${action.slice(1)} ${description}`;
      return {
        name,
        resource: resource as PermissionResource,
        action,
        description: DESCRIPTIONS[name] ?? words,
        msp: msp.includes(action),
        client: client.includes(action),
      };
    }),
);

const names: ReadonlySet<string> = new Set(permissions.map(({ name }) => name));

const ofClientPortal: ReadonlySet<PermissionName> = new Set(permissions.filter(({ client }) => client).map(({ name }) => name));

/** Whether people of the client portal can hold a permission. */
export function isClientPermission(name: PermissionName): boolean {
  return ofClientPortal.has(name);
}

/** Whether a string from outside is the name of a permission. */
export function isPermissionName(value: string): value is PermissionName {
  return names.has(value);
}
