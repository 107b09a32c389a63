import { download, payload, routes } from '@psa/contract-kit';
import { z } from 'zod';

const Up = z.object({ status: z.literal('up') });

const JsonWebKey = z
  .object({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: z.string(),
    kid: z.string(),
    alg: z.literal('EdDSA'),
    use: z.literal('sig'),
  })
  .meta({ id: 'JsonWebKey' });

/** What platforms and services ask of the gateway itself. */
export const edgeRoutes = routes(
  { service: 'gateway', form: 'flat', tag: 'Operations' },
  {
    getHome: {
      method: 'get',
      path: '/',
      permission: 'public',
      summary: 'Go to the account page or the reference page',
      description:
        'Where people arrive who signed in without a `callbackUrl`: with a session cookie at the account page, else at the reference page.',
      reply: { status: 302, redirects: true },
    },
    getLiveness: {
      method: 'get',
      path: '/healthz',
      permission: 'public',
      summary: 'Tell whether the gateway runs',
      reply: payload(Up),
    },
    getReadiness: {
      method: 'get',
      path: '/readyz',
      permission: 'public',
      summary: 'Tell whether the gateway can serve requests',
      description: '503 while it cannot; what is missing is then in `details`.',
      reply: payload(Up),
    },
    getKeySet: {
      method: 'get',
      path: '/.well-known/jwks.json',
      permission: 'public',
      summary: 'Get the keys that internal tokens are verified by',
      reply: { ...payload(z.object({ keys: z.array(JsonWebKey) })), ...download('application/json') },
    },
  },
);
