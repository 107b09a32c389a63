import { ApiError } from '@psa/contract-kit';
import { edgeRoutes } from '@psa/contracts-gateway';
import { ACCOUNT_PATH, findSessionTokens, parseCookies } from '@psa/contracts-identity';
import { Download, handlersFor, Redirect } from '@psa/http-kit';
import type { JWK } from 'jose';

/** What the probes and the key set reach of the running gateway. */
export interface EdgePorts {
  /** What keeps the gateway from serving, by name; undefined when nothing does. */
  missing(): Promise<Readonly<Record<string, string>> | undefined>;
  readonly publicKeys: readonly JWK[];
}

/** A service that meets a token by a key it does not know asks again, whatever it has kept. */
const KEY_SET_CACHING = 'public, max-age=300, stale-while-revalidate=600';

export const edgeHandlers = handlersFor<{ tables: Record<never, never>; ports: EdgePorts }>()(edgeRoutes, {
  getHome: ({ request }) => {
    const { cookie } = request.headers;
    const isSignedIn = findSessionTokens(parseCookies(typeof cookie === 'string' ? cookie : undefined)).length > 0;
    return new Redirect(isSignedIn ? ACCOUNT_PATH : '/api/v1/meta/docs', { 'cache-control': 'no-store' });
  },

  getLiveness: () => ({ status: 'up' as const }),

  getReadiness: async ({ ports }) => {
    const missing = await ports.missing();
    if (missing !== undefined) throw new ApiError('SERVICE_UNAVAILABLE', 'Not ready', missing);
    return { status: 'up' as const };
  },

  getKeySet: ({ ports }) =>
    new Download('application/json', JSON.stringify({ keys: ports.publicKeys }), undefined, { 'cache-control': KEY_SET_CACHING }),
});
