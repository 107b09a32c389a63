import type { passkeyRoutes } from '@psa/contracts-identity';
import { testSettings } from '@psa/test-kit';
import type { Fixture, World } from '@psa/test-kit/derived';
import { settle } from './make.ts';
import { SoftAuthenticator } from './soft-authenticator.ts';

/** What a browser has made of options for the caller. @param proof what the caller proves themselves with, where they have anything */
export async function madePasskey(world: World, proof: { readonly password?: string } = {}) {
  const {
    body: { data },
  } = await world.api.post(`/api/v1/users/${world.caller.userId}/passkeys/options`, proof);
  return {
    name: 'Laptop',
    challenge_token: data.challenge_token as string,
    response: new SoftAuthenticator(testSettings.PSA_PUBLIC_URL).create(data.options),
  };
}

/** Adds a passkey to the caller. @returns its id */
export async function addedPasskey(world: World, proof: { readonly password?: string } = {}): Promise<string> {
  const { status, body, text } = await world.api.post(`/api/v1/users/${world.caller.userId}/passkeys`, await madePasskey(world, proof));
  if (status !== 201) throw new Error(text);
  return body.data.passkey_id as string;
}

const withPasskey: Fixture = async (world) => {
  await settle(world.service, world.caller);
  return { params: { id: world.caller.userId, passkeyId: await addedPasskey(world) } };
};

export const passkeyFixtures: { readonly [K in keyof typeof passkeyRoutes]: Fixture } = {
  listPasskeys: withPasskey,
  startPasskey: async ({ service, caller }) => {
    await settle(service, caller);
    return { params: { id: caller.userId }, body: {} };
  },
  createPasskey: async (world) => {
    await settle(world.service, world.caller);
    return { params: { id: world.caller.userId }, body: await madePasskey(world) };
  },
  updatePasskey: async (world) => ({ ...(await withPasskey(world)), body: { name: 'Telephone' } }),
  deletePasskey: withPasskey,
};
