import type { PermissionName } from '@psa/contract-kit';

interface Feature {
  /** What people get. */
  readonly description: string;
  /** All of them are needed. */
  readonly permissions: readonly PermissionName[];
}

/** What the product can be asked about as a whole, by name, with the permissions it takes to use it. */
export const featureCatalogue = {
  accounting_integration: {
    description: 'Connect an accounting system',
    permissions: ['billing_settings:read', 'billing_settings:update'],
  },
  asset_management: { description: 'See the assets of clients', permissions: ['asset:read'] },
  automation: { description: 'See and write automation rules', permissions: ['automation:read', 'automation:create'] },
  billing: { description: 'See contracts and contract lines', permissions: ['billing:read'] },
  client_management: { description: 'See clients and their contacts', permissions: ['client:read', 'contact:read'] },
  client_portal: {
    description: "See a client's tickets and projects in the client portal",
    permissions: ['client:read', 'ticket:read', 'project:read'],
  },
  credits: { description: 'See and transfer client credits', permissions: ['credit:read', 'credit:transfer'] },
  dispatch: { description: 'Plan who works on what', permissions: ['technician_dispatch:read', 'user_schedule:read'] },
  documents: { description: 'See documents', permissions: ['document:read'] },
  financial_reports: { description: 'See financial reports', permissions: ['financial:read', 'reports:read'] },
  invoice_generation: {
    description: 'Make invoices and finalise them',
    permissions: ['invoice:read', 'invoice:generate', 'invoice:finalize'],
  },
  invoicing: { description: 'See invoices', permissions: ['invoice:read'] },
  project_management: { description: 'See projects and change their tasks', permissions: ['project:read', 'project_task:update'] },
  remote_monitoring: { description: 'Act on managed devices', permissions: ['asset:read', 'rmm:execute_command'] },
  reporting: { description: 'See reports', permissions: ['reports:read'] },
  role_management: { description: 'Decide who may do what', permissions: ['role:read', 'role:update', 'permission:read'] },
  security_administration: {
    description: 'Manage API keys and sessions of others',
    permissions: ['security_settings:read', 'security_settings:update'],
  },
  team_management: { description: 'Manage teams', permissions: ['team:read', 'team:update', 'team:manage_members'] },
  ticketing: { description: 'See and work on tickets', permissions: ['ticket:read', 'ticket:update'] },
  time_tracking: { description: 'Record time', permissions: ['timeentry:read', 'timeentry:create'] },
  timesheet_approval: { description: 'Approve time sheets', permissions: ['timesheet:read', 'timesheet:approve'] },
  user_management: { description: 'Manage users', permissions: ['user:read', 'user:create', 'user:update'] },
  webhooks: { description: 'Manage outgoing webhooks', permissions: ['webhook:read', 'webhook:create'] },
  workflows: { description: 'See and manage workflows', permissions: ['workflow:read', 'workflow:manage'] },
} as const satisfies Record<string, Feature>;

export type FeatureName = keyof typeof featureCatalogue;

export const featureNames = Object.keys(featureCatalogue) as [FeatureName, ...FeatureName[]];

/** A feature by a name from outside. */
export function findFeature(name: string): Feature | undefined {
  return Object.hasOwn(featureCatalogue, name) ? featureCatalogue[name as FeatureName] : undefined;
}
