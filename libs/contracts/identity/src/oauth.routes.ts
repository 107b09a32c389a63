import { Id, many, nothing, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { OauthAccount } from './oauth.schemas.ts';

const params = z.object({ id: Id.describe('User id') });

/** Everybody sees to their own account; `mayUse` names what the accounts of others take. */
export const oauthRoutes = routes(identityGroup('Connected accounts'), {
  listOauthAccounts: {
    method: 'get',
    path: '/api/v1/users/{id}/oauth-accounts',
    permission: 'session',
    mayUse: ['user:read'],
    summary: 'List the accounts at other providers that a user signs in with',
    params,
    reply: many(OauthAccount),
    errors: ['NOT_FOUND'],
  },
  unlinkOauthAccount: {
    method: 'delete',
    path: '/api/v1/users/{id}/oauth-accounts/{accountId}',
    permission: 'session',
    mayUse: ['user:update'],
    summary: 'Unlink an account',
    description: 'Its tokens are deleted. It is linked anew when the user signs in with it again and its verified address is still theirs.',
    params: params.extend({ accountId: Id.describe('Id of the link') }),
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
});
