import { type PermissionName, permissions } from '@psa/contract-kit';
import type { ActionType } from './automation-enums.ts';
import type { entityTables } from './action-configs.ts';

/** What whoever writes a rule with such an action must be allowed to do himself. */
export const actionPermissions: { readonly [T in ActionType]?: PermissionName } = {
  ticket_creation: 'ticket:create',
  ticket_update: 'ticket:update',
  project_update: 'project:update',
  time_entry_creation: 'timeentry:create',
  invoice_generation: 'invoice:generate',
  workflow_execution: 'workflow:manage',
  system_command: 'rmm:execute_command',
  email_notification: 'automation:send_messages',
  sms_notification: 'automation:send_messages',
  custom_script: 'automation:run_scripts',
};

type Operation = 'insert' | 'update' | 'delete';

const crud = <R extends 'asset' | 'client' | 'contact' | 'ticket' | 'project' | 'project_task' | 'timeentry'>(resource: R) =>
  ({ insert: `${resource}:create`, update: `${resource}:update` as PermissionName, delete: `${resource}:delete` as PermissionName }) as {
    readonly [O in Operation]: PermissionName;
  };

/** The same for a `database_update`. */
export const entityPermissions: { readonly [T in (typeof entityTables)[number]]: { readonly [O in Operation]: PermissionName } } = {
  assets: crud('asset'),
  clients: crud('client'),
  contacts: crud('contact'),
  tickets: crud('ticket'),
  projects: crud('project'),
  project_tasks: crud('project_task'),
  time_entries: crud('timeentry'),
};

/** Everything a rule may demand of its writer: what its actions do, and to see the event it reacts to. */
export const rulePermissions: readonly PermissionName[] = [
  ...new Set([
    ...Object.values(actionPermissions),
    ...Object.values(entityPermissions).flatMap((operations) => Object.values(operations)),
    ...permissions.filter(({ action }) => action === 'read').map(({ name }) => name),
  ]),
];
