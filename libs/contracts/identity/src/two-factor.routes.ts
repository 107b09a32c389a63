import { Id, many, nothing, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import {
  DisableTwoFactor,
  EnableTwoFactor,
  RenewedRecoveryCodes,
  RenewRecoveryCodes,
  TrustedDevice,
  TwoFactorDisabled,
  TwoFactorEnabled,
  TwoFactorSetup,
  TwoFactorStatus,
} from './two-factor.schemas.ts';

const params = z.object({ id: Id.describe('User id') });
const device = params.extend({ deviceId: Id.describe('Trusted-device id') });

/** Everybody sees to their own account; `mayUse` names what the accounts of others take. */
export const twoFactorRoutes = routes(identityGroup('Two-factor authentication'), {
  getTwoFactor: {
    method: 'get',
    path: '/api/v1/users/{id}/2fa',
    permission: 'session',
    mayUse: ['user:read'],
    summary: "Read the state of a user's second factor",
    params,
    reply: one(TwoFactorStatus),
    errors: ['NOT_FOUND'],
  },
  setUpTwoFactor: {
    method: 'post',
    path: '/api/v1/users/{id}/2fa/setup',
    permission: 'session',
    summary: 'Get a secret for an authenticator app',
    description: 'Only for the own account. Nothing changes until it is enabled with a code of the app.',
    params,
    reply: one(TwoFactorSetup),
    secretReply: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  enableTwoFactor: {
    method: 'post',
    path: '/api/v1/users/{id}/2fa/enable',
    permission: 'session',
    summary: 'Ask for a code at sign-in from now on',
    description: 'Only for the own account. Ends its other sessions.',
    params,
    body: EnableTwoFactor,
    reply: one(TwoFactorEnabled),
    secretReply: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  disableTwoFactor: {
    method: 'delete',
    path: '/api/v1/users/{id}/2fa/disable',
    permission: 'session',
    mayUse: ['user:update'],
    summary: 'Ask for no code at sign-in any more',
    description:
      "The own account needs a code or the password. Another's needs user:update and every permission of that user. Ends the other sessions of the account, and its trusted devices.",
    params,
    body: DisableTwoFactor,
    reply: one(TwoFactorDisabled),
    errors: ['NOT_FOUND'],
  },
  renewRecoveryCodes: {
    method: 'post',
    path: '/api/v1/users/{id}/2fa/recovery-codes',
    permission: 'session',
    summary: 'Replace the recovery codes',
    description: 'Only for the own account. The former codes are good for nothing from now on.',
    params,
    body: RenewRecoveryCodes,
    reply: one(RenewedRecoveryCodes),
    secretReply: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  listTrustedDevices: {
    method: 'get',
    path: '/api/v1/users/{id}/trusted-devices',
    permission: 'session',
    mayUse: ['user:read'],
    summary: 'List the devices on which a user is asked for no code',
    params,
    reply: many(TrustedDevice),
    errors: ['NOT_FOUND'],
  },
  forgetTrustedDevices: {
    method: 'delete',
    path: '/api/v1/users/{id}/trusted-devices',
    permission: 'session',
    mayUse: ['user:update'],
    summary: 'Trust none of the devices of a user any more',
    params,
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
  forgetTrustedDevice: {
    method: 'delete',
    path: '/api/v1/users/{id}/trusted-devices/{deviceId}',
    permission: 'session',
    mayUse: ['user:update'],
    summary: 'Trust a device no more',
    params: device,
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
});
