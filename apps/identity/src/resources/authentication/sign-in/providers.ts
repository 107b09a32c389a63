import type { ProviderMap } from '@psa/contracts-identity';
import type { z } from 'zod';
import type { Ports } from '../../../identity-app.ts';
import type { SignInProvider } from './sign-in-provider.ts';

/** The password is a provider like the others, as far as clients of the session library are concerned. */
const CREDENTIALS = { id: 'credentials', name: 'Credentials', type: 'credentials' } as const;

/** All ways to sign in, by id. */
export function providerMap({ auth: { publicUrl }, providers }: Ports): z.input<typeof ProviderMap> {
  return Object.fromEntries(
    [CREDENTIALS, ...providers].map(({ id, name, type }) => [
      id,
      {
        id,
        name,
        type,
        signinUrl: `${publicUrl.origin}/api/auth/signin/${id}`,
        callbackUrl: `${publicUrl.origin}/api/auth/callback/${id}`,
      },
    ]),
  );
}

export function findProvider({ providers }: Ports, id: string): SignInProvider<Ports> | undefined {
  return providers.find((provider) => provider.id === id);
}

/** Where the forms of the sign-in page may lead in the end; a browser that knows this host by another name is sent to the public one. */
export function providerOrigins({ auth: { publicUrl }, providers }: Ports): string[] {
  return [publicUrl.origin, ...providers.flatMap(({ origins = [] }) => origins)];
}
