import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Permission = z.object({ permission_id: z.guid(), resource: z.string(), action: z.string() });

/** Only of permissions a tenant makes itself: those of the product never change. */
export const permissionEvents = events('identity', {
  created: { name: 'permission.created', version: 1, key: 'permission_id', summary: 'A permission was created', data: Permission },
  updated: { name: 'permission.updated', version: 1, key: 'permission_id', summary: 'A permission was changed', data: Permission },
  deleted: {
    name: 'permission.deleted',
    version: 1,
    key: 'permission_id',
    summary: 'A permission was deleted',
    data: z.object({ permission_id: z.guid() }),
  },
});
