import { type PermissionName, permissions } from '@psa/contract-kit';

/** What a caller may need to read the events of the product: which of it, depends on the event; those of all tickets take the last. */
export const eventReaders: readonly PermissionName[] = [
  ...permissions.filter(({ action }) => action === 'read').map(({ name }) => name),
  'ticket_settings:update',
];
