import type { passkeyRoutes } from '@psa/contracts-identity';
import { testSettings } from '@psa/test-kit';
import type { Fixture, World } from '@psa/test-kit/derived';
import { settle } from './make.ts';
import { SoftAuthenticator } from './soft-authenticator.ts';

async function made(world: World) {
  await settle(world.service, world.caller);
  const {
    body: { data },
  } = await world.api.post(`/api/v1/users/${world.caller.userId}/passkeys/options`, {});
  return {
    name: 'Laptop',
    challenge_token: data.challenge_token as string,
    response: new SoftAuthenticator(testSettings.PSA_PUBLIC_URL).create(data.options),
  };
}

const withPasskey: Fixture = async (world) => {
  const { status, body, text } = await world.api.post(`/api/v1/users/${world.caller.userId}/passkeys`, await made(world));
  if (status !== 201) throw new Error(text);
  return { params: { id: world.caller.userId, passkeyId: body.data.passkey_id as string } };
};

export const passkeyFixtures: { readonly [K in keyof typeof passkeyRoutes]: Fixture } = {
  listPasskeys: withPasskey,
  startPasskey: async ({ service, caller }) => {
    await settle(service, caller);
    return { params: { id: caller.userId }, body: {} };
  },
  createPasskey: async (world) => ({ params: { id: world.caller.userId }, body: await made(world) }),
  updatePasskey: async (world) => ({ ...(await withPasskey(world)), body: { name: 'Telephone' } }),
  deletePasskey: withPasskey,
};
