import { created, Id, many, nothing, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { CreatePasskey, Passkey, PasskeyOptions, StartPasskey, UpdatePasskey } from './passkey.schemas.ts';

const params = z.object({ id: Id.describe('User id') });
const ofPasskey = params.extend({ passkeyId: Id.describe('Passkey id') });

/** Everybody sees to their own account; `mayUse` names what the accounts of others take. */
export const passkeyRoutes = routes(identityGroup('Passkeys'), {
  listPasskeys: {
    method: 'get',
    path: '/api/v1/users/{id}/passkeys',
    permission: 'session',
    mayUse: ['user:read'],
    summary: 'List the passkeys of a user',
    params,
    reply: many(Passkey),
    errors: ['NOT_FOUND'],
  },
  startPasskey: {
    method: 'post',
    path: '/api/v1/users/{id}/passkeys/options',
    permission: 'session',
    summary: 'Get the options to make a passkey with',
    description: 'Only for the own account.',
    params,
    body: StartPasskey,
    reply: one(PasskeyOptions),
    secretReply: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  createPasskey: {
    method: 'post',
    path: '/api/v1/users/{id}/passkeys',
    permission: 'session',
    summary: 'Add the passkey a browser has made',
    description: 'Only for the own account.',
    params,
    body: CreatePasskey,
    reply: created(Passkey),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  updatePasskey: {
    method: 'put',
    path: '/api/v1/users/{id}/passkeys/{passkeyId}',
    permission: 'session',
    summary: 'Rename a passkey',
    description: 'Only for the own account.',
    params: ofPasskey,
    body: UpdatePasskey,
    reply: one(Passkey),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  deletePasskey: {
    method: 'delete',
    path: '/api/v1/users/{id}/passkeys/{passkeyId}',
    permission: 'session',
    mayUse: ['user:update'],
    summary: 'Remove a passkey',
    description: 'Of another user it needs user:update and every permission of that user. Ends the other sessions of the account.',
    params: ofPasskey,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
});
