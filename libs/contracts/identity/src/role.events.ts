import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Role = z.object({ role_id: z.guid(), role_name: z.string() });

/** What happens to roles beside `role.updated`, which is among the events of identity. */
export const roleEvents = events('identity', {
  created: { name: 'role.created', version: 1, key: 'role_id', summary: 'A role was created', data: Role },
  deleted: { name: 'role.deleted', version: 1, key: 'role_id', summary: 'A role was deleted', data: z.object({ role_id: z.guid() }) },
});
