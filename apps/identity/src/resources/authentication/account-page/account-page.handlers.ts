import { accountPageRoutes } from '@psa/contracts-identity';
import type { RawAnswer, RequestInfo } from '@psa/http-kit';
import { handlers, type Ports } from '../../../identity-app.ts';
import { accountPage } from './account-page.view.ts';
import { accountRequest, AccountVisit, toSignIn } from './account-visit.ts';
import { addPasskeyPage } from './add-passkey.page.ts';
import { createKey, revokeKey } from './api-keys.section.ts';
import { connect, disconnect } from './connected-accounts.section.ts';
import { createPasskey, removePasskey, renamePasskey } from './passkeys.section.ts';
import { changePassword } from './password.section.ts';
import { endOtherSessions, endSession } from './sessions.section.ts';
import { submitForm } from './submit-form.ts';
import { forgetDevice, forgetDevices } from './trusted-devices.section.ts';
import { newTwoFactorSetup, repeatTwoFactorSetup } from './two-factor-setup.page.ts';
import { disableTwoFactor, enableTwoFactor, renewRecoveryCodes } from './two-factor.section.ts';

export const accountPageHandlers = handlers(accountPageRoutes, {
  showAccount: (context) => show(context, accountPage),

  createAccountApiKey: (context) =>
    submitForm(context, { section: 'api-keys', form: 'create-key', perform: (visit) => createKey(visit, context.body) }),
  revokeAccountApiKey: (context) => {
    const { id } = context.params;
    return submitForm(context, { section: 'api-keys', form: `revoke-${id}`, perform: (visit) => revokeKey(visit, id) });
  },

  endAccountSession: (context) => {
    const { id } = context.params;
    return submitForm(context, { section: 'sessions', form: `end-${id}`, perform: (visit) => endSession(visit, id) });
  },
  endOtherAccountSessions: (context) =>
    submitForm(context, {
      section: 'sessions',
      form: 'end-others',
      perform: (visit) => endOtherSessions(visit, context.body.two_factor_code),
    }),

  showTwoFactorSetup: (context) => show(context, newTwoFactorSetup),
  enableAccountTwoFactor: (context) =>
    submitForm(context, {
      section: 'two-factor',
      form: 'enable-two-factor',
      perform: (visit) => enableTwoFactor(visit, context.body),
      repeat: (visit, error) => repeatTwoFactorSetup(visit, context.body.secret ?? '', error),
    }),
  disableAccountTwoFactor: (context) =>
    submitForm(context, {
      section: 'two-factor',
      form: 'disable-two-factor',
      perform: (visit) => disableTwoFactor(visit, context.body),
    }),
  renewAccountRecoveryCodes: (context) =>
    submitForm(context, {
      section: 'two-factor',
      form: 'renew-codes',
      perform: (visit) => renewRecoveryCodes(visit, context.body.token),
    }),

  forgetAccountDevices: (context) => submitForm(context, { section: 'trusted-devices', form: 'forget-devices', perform: forgetDevices }),
  forgetAccountDevice: (context) => {
    const { id } = context.params;
    return submitForm(context, { section: 'trusted-devices', form: `forget-${id}`, perform: (visit) => forgetDevice(visit, id) });
  },

  startAccountPasskey: (context) =>
    submitForm(context, { section: 'passkeys', form: 'add-passkey', perform: (visit) => addPasskeyPage(visit, context.body) }),
  createAccountPasskey: (context) =>
    submitForm(context, { section: 'passkeys', form: 'create-passkey', perform: (visit) => createPasskey(visit, context.body) }),
  renameAccountPasskey: (context) => {
    const { id } = context.params;
    const perform = (visit: AccountVisit) => renamePasskey(visit, id, context.body.name);
    return submitForm(context, { section: 'passkeys', form: `rename-${id}`, perform });
  },
  removeAccountPasskey: (context) => {
    const { id } = context.params;
    return submitForm(context, { section: 'passkeys', form: `remove-${id}`, perform: (visit) => removePasskey(visit, id) });
  },

  connectAccount: (context) => {
    const { provider } = context.params;
    const perform = (visit: AccountVisit) => connect(visit, provider, context.body);
    return submitForm(context, { section: 'connected-accounts', form: `connect-${provider}`, perform });
  },
  disconnectAccount: (context) => {
    const { id } = context.params;
    return submitForm(context, { section: 'connected-accounts', form: `disconnect-${id}`, perform: (visit) => disconnect(visit, id) });
  },

  changeAccountPassword: (context) =>
    submitForm(context, { section: 'password', form: 'change-password', perform: (visit) => changePassword(visit, context.body) }),
});

/** Shows a page to whoever is signed in. */
async function show(
  { ports, request: info }: { readonly ports: Ports; readonly request: RequestInfo },
  page: (visit: AccountVisit) => Promise<RawAnswer>,
): Promise<RawAnswer> {
  const request = accountRequest(info);
  const visit = await AccountVisit.find(ports, info, request);
  return visit === undefined ? toSignIn(ports, request) : page(visit);
}
