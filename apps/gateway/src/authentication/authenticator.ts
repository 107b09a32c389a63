import type { IncomingMessage } from 'node:http';
import { ApiError } from '@psa/contract-kit';
import type { AuthenticatedCaller } from '@psa/contracts-identity';

/** A credential nobody here knows at the moment. */
export interface Lookup {
  /** Asks who it stands for. @throws UNAUTHORIZED */
  readonly ask: () => Promise<AuthenticatedCaller>;
  /** Whether it was valid when it was last asked about here: it is no guess. */
  readonly wasValid: boolean;
}

/** What of a request shows who calls, and the connection it came over. */
export type CredentialBearer = Pick<IncomingMessage, 'method' | 'headers' | 'socket'>;

/**
 * Reads one kind of credential from a request.
 * @returns the caller when known, a look-up when not, and undefined when the request carries no credential of this kind
 * @throws UNAUTHORIZED when it carries one that is wrong, FORBIDDEN when a browser may have been made to send it
 */
export type Authenticator = (request: CredentialBearer) => AuthenticatedCaller | Lookup | undefined;

/** Asks one authenticator after another; the first credential that is there decides, and a wrong one is not made good by the next. */
export function authenticateInOrder(authenticators: readonly Authenticator[]): Authenticator {
  return (request) => {
    for (const authenticate of authenticators) {
      const found = authenticate(request);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Every wrong credential gets this answer, whatever is wrong with it. */
export function invalidCredential(message?: string): ApiError {
  return new ApiError('UNAUTHORIZED', message, undefined, CHALLENGE);
}

/** The answer to a genuine credential of a suspended tenant: its holder learns why it does not work, and nobody else does. */
export function suspendedTenant(): ApiError {
  const message = 'This tenant is suspended';
  return new ApiError('UNAUTHORIZED', message, [{ code: 'tenant_suspended', path: [], message }], CHALLENGE);
}

/** The answer to a request without a credential, always in the flat form. */
export function missingCredential(): ApiError {
  return new ApiError('UNAUTHORIZED', 'Unauthorized: API key missing', undefined, CHALLENGE);
}

/** RFC 9110 wants a 401 to name a scheme. */
const CHALLENGE = { 'www-authenticate': 'Bearer realm="psa"' };
