import { one, payload, routes } from '@psa/contract-kit';
import { identityGroup } from './group.ts';
import { BulkCreateUsers, BulkDeactivateUsers, BulkUsersResult } from './user-bulk.schemas.ts';

export const userBulkRoutes = routes(identityGroup('Users'), {
  bulkCreateUsers: {
    method: 'post',
    path: '/api/v1/users/bulk/create',
    permission: 'user:create',
    summary: 'Create up to 100 users',
    description:
      'What is wrong with one of them does not keep the others from being created, unless skip_invalid is false. A dry run answers 200.',
    body: BulkCreateUsers,
    reply: { ...payload(one(BulkUsersResult).body, 201), also: [200] },
    errors: ['BAD_REQUEST', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  },
  bulkDeactivateUsers: {
    method: 'put',
    path: '/api/v1/users/bulk/deactivate',
    permission: 'user:update',
    summary: 'Shut out up to 100 users, or let them in again',
    body: BulkDeactivateUsers,
    reply: one(BulkUsersResult),
    errors: ['CONFLICT'],
  },
});
