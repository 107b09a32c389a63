import { conflict } from '@psa/contract-kit';
import { twoFactorRoutes } from '@psa/contracts-identity';
import { handlers } from '../../../identity-app.ts';
import { findTenantName } from '../../directory/tenant/tenant.records.ts';
import { newTotpSecret, otpauthUrl } from './totp.rules.ts';
import { listTrustedDevices } from '../trusted-device/trusted-device.records.ts';
import { forgetTrustedDevice, forgetTrustedDevices } from '../trusted-device/trusted-device.actions.ts';
import { findAccount, findOwnAccount } from './two-factor.access.ts';
import { disableTwoFactor, enableTwoFactor, renewRecoveryCodes } from './two-factor.actions.ts';
import { demandProof } from './proof.actions.ts';
import { countAround, findTwoFactor } from './two-factor.records.ts';
import { toTrustedDevice, toTwoFactorStatus } from './two-factor.view.ts';

export const twoFactorHandlers = handlers(twoFactorRoutes, {
  getTwoFactor: async ({ db, principal, params }) => {
    const { user_id } = await findAccount(db, principal, params.id, 'user:read');
    const [factor, counts] = await Promise.all([findTwoFactor(db, user_id), countAround(db, user_id)]);
    return { data: toTwoFactorStatus(user_id, factor, counts) };
  },

  setUpTwoFactor: async ({ db, principal, params }) => {
    const { user_id, email } = await findOwnAccount(db, principal, params.id);
    if ((await findTwoFactor(db, user_id)) !== undefined) throw conflict('Two-factor authentication is enabled already: disable it first');
    const secret = newTotpSecret();
    return { data: { secret, otpauth_url: otpauthUrl(secret, await findTenantName(db), email) } };
  },

  enableTwoFactor: async ({ db, principal, params, body, ports }) => {
    await findOwnAccount(db, principal, params.id);
    const recovery_codes = await enableTwoFactor(db, ports, principal, body);
    return { data: { success: true as const, message: 'Two-factor authentication is enabled', recovery_codes } };
  },

  disableTwoFactor: async ({ db, principal, params, body, ports }) => {
    const user = await findAccount(db, principal, params.id, 'user:update');
    if ((await findTwoFactor(db, user.user_id)) !== undefined) {
      if (user.user_id === principal.userId) await demandProof(db, ports, user, body);
      await disableTwoFactor(db, principal, user.user_id);
    }
    return { data: { success: true as const, message: 'Two-factor authentication is disabled' } };
  },

  renewRecoveryCodes: async ({ db, principal, params, body, ports }) => {
    const user = await findOwnAccount(db, principal, params.id);
    if ((await findTwoFactor(db, user.user_id)) === undefined) throw conflict('Two-factor authentication is not enabled');
    await demandProof(db, ports, user, body);
    return { data: { recovery_codes: await renewRecoveryCodes(db, user.user_id) } };
  },

  listTrustedDevices: async ({ db, principal, params }) => {
    const { user_id } = await findAccount(db, principal, params.id, 'user:read');
    return { data: (await listTrustedDevices(db, user_id)).map(toTrustedDevice) };
  },

  forgetTrustedDevices: async ({ db, principal, params }) => {
    const { user_id } = await findAccount(db, principal, params.id, 'user:update');
    await db.transaction((tx) => forgetTrustedDevices(tx, user_id));
  },

  forgetTrustedDevice: async ({ db, principal, params }) => {
    const { user_id } = await findAccount(db, principal, params.id, 'user:update');
    await forgetTrustedDevice(db, user_id, params.deviceId);
  },
});
