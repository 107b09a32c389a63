import { identityRpc } from '@psa/contracts-identity';
import { rpcHandler } from '@psa/events-kit';
import type { Ports } from '../identity-app.ts';
import { authenticateSession } from '../resources/authentication/session/authenticate-session.actions.ts';

/** The gateway asks this for every session token it does not remember. */
export const authenticateSessionHandler = rpcHandler(
  identityRpc.authenticateSession,
  ({ token, cookie_name, tenant }, { correlationId }, ports: Ports) =>
    authenticateSession(ports, { token, cookieName: cookie_name }, { within: tenant, correlationId }),
);
