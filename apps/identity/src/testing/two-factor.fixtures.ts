import type { twoFactorRoutes } from '@psa/contracts-identity';
import type { Fixture, World } from '@psa/test-kit/derived';
import { createGuardrails, generateSync } from 'otplib';
import { settle } from './make.ts';

/** The secret of RFC 6238's examples. */
export const TOTP_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** What an authenticator app shows. @param steps how many half minutes from now: the neighbours of now are accepted as well, each once */
export function totp(steps = 0, secret = TOTP_SECRET): string {
  return generateSync({
    secret,
    guardrails: createGuardrails({ MIN_SECRET_BYTES: 10 }),
    epoch: Math.floor(Date.now() / 1000) + steps * 30,
  });
}

const settled: Fixture = async ({ service, caller }) => {
  await settle(service, caller);
  return { params: { id: caller.userId } };
};

/** Has the caller's second factor on, with the current token spent. @returns the recovery codes */
export async function enabledTwoFactor({ api, caller }: World): Promise<string[]> {
  const { status, body, text } = await api.post(`/api/v1/users/${caller.userId}/2fa/enable`, { secret: TOTP_SECRET, token: totp() });
  if (status !== 200) throw new Error(text);
  return body.data.recovery_codes as string[];
}

async function enabled(world: World) {
  const request = await settled(world);
  await enabledTwoFactor(world);
  return request;
}

/** Trusts a device of the caller, whose second factor is on. @returns its id */
export async function trustedDevice(world: World): Promise<string> {
  const [{ device_id }] = (await world.service.sql<{ device_id: string }>(
    `insert into trusted_devices (tenant, device_id, user_id, secret_hash, device_name, expires_at)
     values ($1, gen_random_uuid(), $2, 'none', 'Firefox on Linux', now() + interval '1 day') returning device_id`,
    [world.caller.tenant, world.caller.userId],
  )) as [{ device_id: string }];
  return device_id;
}

const withDevice: Fixture = async (world) => {
  const { params } = await enabled(world);
  return { params: { ...params, deviceId: await trustedDevice(world) } };
};

export const twoFactorFixtures: { readonly [K in keyof typeof twoFactorRoutes]: Fixture } = {
  getTwoFactor: enabled,
  setUpTwoFactor: settled,
  enableTwoFactor: async (world) => ({ ...(await settled(world)), body: { secret: TOTP_SECRET, token: totp() } }),
  disableTwoFactor: async (world) => ({ ...(await enabled(world)), body: { token: totp(1) } }),
  renewRecoveryCodes: async (world) => ({ ...(await enabled(world)), body: { token: totp(1) } }),
  listTrustedDevices: withDevice,
  forgetTrustedDevices: withDevice,
  forgetTrustedDevice: withDevice,
};
