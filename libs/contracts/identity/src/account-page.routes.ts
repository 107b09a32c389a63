import { type ErrorCode, Id, raw, routes } from '@psa/contract-kit';
import { z } from 'zod';
import {
  AccountForm,
  ChangePasswordForm,
  ConnectAccountForm,
  CreateApiKeyForm,
  CreatePasskeyForm,
  DisableTwoFactorForm,
  EnableTwoFactorForm,
  RenamePasskeyForm,
  RenewRecoveryCodesForm,
  RevokeSessionsForm,
  StartPasskeyForm,
} from './account-page.schemas.ts';
import { flatIdentityGroup } from './group.ts';

/** Path of the account page; its forms are below it. */
export const ACCOUNT_PATH = '/api/auth/account';

const PAGE = ['text/html'] as const;
const REDIRECT =
  'Redirects to the account page. What the API refuses is shown on the page, with the status the API would answer; programs that send JSON get the error.';

/** A form of the account page: a POST that ends in a redirect. It is FORBIDDEN without its CSRF token. */
const form = <const Errors extends readonly ErrorCode[]>(...errors: Errors) =>
  ({
    method: 'post',
    permission: 'public',
    bodyKind: 'form',
    bodyLimit: 64 * 1024,
    reply: raw(z.unknown(), { status: 302, redirects: true, media: PAGE }),
    errors: ['FORBIDDEN', ...errors],
  }) as const;

const id = (what: string) => z.object({ id: Id.describe(what) });

/**
 * The account page: where signed-in users manage their own API keys, sessions, second factor, passkeys, connected accounts and
 * password. It works without scripts, except for adding a passkey. Whoever is not signed in is redirected to the sign-in page.
 */
export const accountPageRoutes = routes(flatIdentityGroup('Authentication'), {
  showAccount: {
    method: 'get',
    path: '/api/auth/account',
    permission: 'public',
    summary: 'Show the account page',
    description:
      "The user's API keys, sessions, second factor, passkeys and connected accounts. Redirects to the sign-in page without a session.",
    reply: raw(z.unknown(), { media: PAGE, redirects: true }),
  },
  createAccountApiKey: {
    ...form('CONFLICT'),
    path: '/api/auth/account/api-keys',
    summary: 'Create an API key on the account page',
    description: `The page shows the key once. ${REDIRECT}`,
    body: CreateApiKeyForm,
  },
  revokeAccountApiKey: {
    ...form('NOT_FOUND'),
    path: '/api/auth/account/api-keys/{id}/revoke',
    summary: 'Revoke an API key on the account page',
    description: REDIRECT,
    params: id('API-key id'),
    body: AccountForm,
  },
  endAccountSession: {
    ...form('NOT_FOUND'),
    path: '/api/auth/account/sessions/{id}/end',
    summary: 'End a session on the account page',
    description: REDIRECT,
    params: id('Session id'),
    body: AccountForm,
  },
  endOtherAccountSessions: {
    ...form(),
    path: '/api/auth/account/sessions/end-others',
    summary: 'End all other sessions on the account page',
    description: `Needs a code of the second factor where it is on. ${REDIRECT}`,
    body: RevokeSessionsForm,
  },
  showTwoFactorSetup: {
    method: 'get',
    path: '/api/auth/account/two-factor',
    permission: 'public',
    summary: 'Show the page on which the second factor is switched on',
    description: 'With a new secret as a QR code. Nothing changes until it is sent back with a code of the authenticator app.',
    reply: raw(z.unknown(), { media: PAGE, redirects: true }),
  },
  enableAccountTwoFactor: {
    ...form('NOT_FOUND', 'CONFLICT'),
    path: '/api/auth/account/two-factor',
    summary: 'Switch the second factor on',
    description: `Ends the other sessions of the user. The page shows the recovery codes once. ${REDIRECT}`,
    body: EnableTwoFactorForm,
  },
  disableAccountTwoFactor: {
    ...form('NOT_FOUND'),
    path: '/api/auth/account/two-factor/disable',
    summary: 'Switch the second factor off',
    description: `Needs a code or the password. ${REDIRECT}`,
    body: DisableTwoFactorForm,
  },
  renewAccountRecoveryCodes: {
    ...form('NOT_FOUND', 'CONFLICT'),
    path: '/api/auth/account/two-factor/recovery-codes',
    summary: 'Replace the recovery codes on the account page',
    description: `The page shows them once. ${REDIRECT}`,
    body: RenewRecoveryCodesForm,
  },
  forgetAccountDevices: {
    ...form('NOT_FOUND'),
    path: '/api/auth/account/trusted-devices/forget',
    summary: 'Forget all trusted devices on the account page',
    description: REDIRECT,
    body: AccountForm,
  },
  forgetAccountDevice: {
    ...form('NOT_FOUND'),
    path: '/api/auth/account/trusted-devices/{id}/forget',
    summary: 'Forget a trusted device on the account page',
    description: REDIRECT,
    params: id('Trusted-device id'),
    body: AccountForm,
  },
  startAccountPasskey: {
    ...form('NOT_FOUND', 'CONFLICT'),
    path: '/api/auth/account/passkeys/options',
    summary: 'Show the page on which a passkey is made',
    description: 'Needs a code or the password of users who have either. The page needs scripts, as WebAuthn has no other interface.',
    body: StartPasskeyForm,
    reply: raw(z.unknown(), { media: PAGE, redirects: true }),
  },
  createAccountPasskey: {
    ...form('NOT_FOUND', 'CONFLICT'),
    path: '/api/auth/account/passkeys',
    summary: 'Add the passkey a browser has made on that page',
    description: REDIRECT,
    body: CreatePasskeyForm,
  },
  renameAccountPasskey: {
    ...form('NOT_FOUND'),
    path: '/api/auth/account/passkeys/{id}/rename',
    summary: 'Rename a passkey on the account page',
    description: REDIRECT,
    params: id('Passkey id'),
    body: RenamePasskeyForm,
  },
  removeAccountPasskey: {
    ...form('NOT_FOUND'),
    path: '/api/auth/account/passkeys/{id}/remove',
    summary: 'Remove a passkey on the account page',
    description: REDIRECT,
    params: id('Passkey id'),
    body: AccountForm,
  },
  connectAccount: {
    ...form('NOT_FOUND'),
    path: '/api/auth/account/connected-accounts/{provider}/connect',
    summary: 'Connect an account of a provider',
    description:
      'Needs a code or the password of users who have either. Redirects to the provider, which redirects back; whichever account the user signs in with there is linked, whatever its address.',
    params: z.object({ provider: z.string().max(64).describe('Id of a provider, from /api/auth/providers') }),
    body: ConnectAccountForm,
  },
  disconnectAccount: {
    ...form('NOT_FOUND'),
    path: '/api/auth/account/connected-accounts/{id}/disconnect',
    summary: 'Disconnect an account of a provider',
    description: REDIRECT,
    params: id('Id of the link'),
    body: AccountForm,
  },
  changeAccountPassword: {
    ...form('NOT_FOUND', 'CONFLICT'),
    path: '/api/auth/account/password',
    summary: 'Change the password on the account page',
    description: `Ends the other sessions of the user, and the trust in devices. ${REDIRECT}`,
    body: ChangePasswordForm,
  },
});
