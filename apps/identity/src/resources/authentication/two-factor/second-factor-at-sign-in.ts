import type { Ports } from '../../../identity-app.ts';
import type { VerifySecondFactor } from '../sign-in/second-factor.ts';
import { isTrustedDevice, trustDevice } from '../trusted-device/trusted-device.actions.ts';
import { findTwoFactor } from './two-factor.records.ts';
import { verifySecondFactor } from './verify-second-factor.actions.ts';

/** What a sign-in by password needs beside the password: nothing, a trusted device, or a code. */
export const secondFactorAtSignIn: VerifySecondFactor<Ports> = async (tx, { user_id }, { code, cookies, trustDevice: wanted }, ports) => {
  if ((await findTwoFactor(tx, user_id)) === undefined) return { passed: true };
  if (await isTrustedDevice(tx, ports, user_id, cookies)) return { passed: true };
  if (code === undefined || code.trim() === '') return { passed: false, code: 'TWO_FACTOR_REQUIRED' };
  if (!(await verifySecondFactor(tx, ports, user_id, code))) return { passed: false, code: 'TWO_FACTOR_INVALID' };
  return wanted ? { passed: true, cookies: [await trustDevice(tx, ports, user_id)] } : { passed: true };
};
