import { Id, one, payload, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { ChangePassword, PasswordChanged } from './password.schemas.ts';

const params = z.object({ id: Id.describe('User id') });

export const passwordRoutes = routes(identityGroup('Users'), {
  changePassword: {
    method: 'put',
    path: '/api/v1/users/{id}/password',
    permission: 'session',
    mayUse: ['user:reset_password'],
    summary: "Change one's password, or set another user's",
    description:
      "One's own takes the current one. Another's takes user:reset_password and every permission that user has. All other sessions of the user end.",
    params,
    body: ChangePassword,
    reply: payload(one(PasswordChanged).body),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
