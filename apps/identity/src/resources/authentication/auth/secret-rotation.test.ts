import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { DeviceTokens } from '../trusted-device/device-tokens.ts';
import { CsrfTokens } from './csrf-tokens.ts';
import { SealedCookies } from './sealed-cookies.ts';
import { SessionTokens } from './session-tokens.ts';

const SALT = 'authjs.session-token';
const id = '22222222-2222-4222-8222-222222222222';
const owner = { tenant: '11111111-1111-4111-8111-111111111111', userId: id };
const claims = { sub: id, tenant: owner.tenant, session_id: id, user_type: 'internal' as const };

/** One instance of the service, as far as it seals and opens. */
function instance(...secrets: string[]) {
  const [sessions, csrf, devices, cookies] = [
    new SessionTokens(secrets),
    new CsrfTokens(secrets),
    new DeviceTokens(secrets),
    new SealedCookies(secrets),
  ];
  return {
    seal: async () => ({
      session: await sessions.seal(claims, SALT, new Date(Date.now() + 60_000)),
      csrf: csrf.issue(),
      device: devices.issue('33333333-3333-4333-8333-333333333333', owner).value,
      cookie: await cookies.seal('state', { a: 1 }, 60),
    }),
    opens: async (sealed: { session: string; csrf: { token: string; cookie: string }; device: string; cookie: string }) => [
      (await sessions.open(sealed.session, [SALT])) !== undefined,
      csrf.matches(sealed.csrf.cookie, sealed.csrf.token),
      devices.read(sealed.device, owner) !== undefined,
      (await cookies.open('state', sealed.cookie, z.object({ a: z.number() }))) !== undefined,
    ],
  };
}

describe('the rotation of the secret that seals sessions', () => {
  const [old, next] = ['o'.repeat(32), 'n'.repeat(32)];
  const EVERYTHING = [true, true, true, true];

  it('lets each of two instances open what the other sealed, whichever was replaced first at each step', async () => {
    const steps = [[old], [old, next], [next, old]];
    const instances = [instance(old), instance(old)];
    const sealed = [await (instances[0] as ReturnType<typeof instance>).seal()];
    for (const secrets of steps) {
      for (const index of instances.keys()) {
        instances[index] = instance(...secrets);
        for (const each of instances) sealed.push(await each.seal());
        for (const each of instances) for (const one of sealed) expect(await each.opens(one)).toEqual(EVERYTHING);
      }
    }
  });

  it('ends what only the dropped secret opens', async () => {
    const before = await instance(old).seal();
    expect(await instance(next).opens(before)).toEqual([false, false, false, false]);
  });
});
