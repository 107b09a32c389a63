import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@psa/contract-kit';
import type { AuthenticatedCaller } from '@psa/contracts-identity';

/** A credential nobody here knows yet: who it stands for is asked when this is called. @throws UNAUTHORIZED */
export type Lookup = () => Promise<AuthenticatedCaller>;

/**
 * Reads one kind of credential from a request's headers.
 * @returns the caller when known, a look-up when not, and undefined when the request carries no credential of this kind
 * @throws UNAUTHORIZED when it carries one that is wrong
 */
export type Authenticator = (headers: IncomingHttpHeaders) => AuthenticatedCaller | Lookup | undefined;

/** Asks one authenticator after another; the first credential that is there decides, and a wrong one is not made good by the next. */
export function authenticateInOrder(authenticators: readonly Authenticator[]): Authenticator {
  return (headers) => {
    for (const authenticate of authenticators) {
      const found = authenticate(headers);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Every wrong credential gets this answer, whatever is wrong with it. */
export function invalidCredential(): ApiError {
  return new ApiError('UNAUTHORIZED', undefined, undefined, CHALLENGE);
}

/** The answer to a request without a credential, always in the flat form. */
export function missingCredential(): ApiError {
  return new ApiError('UNAUTHORIZED', 'Unauthorized: API key missing', undefined, CHALLENGE);
}

/** RFC 9110 wants a 401 to name a scheme. */
const CHALLENGE = { 'www-authenticate': 'Bearer realm="psa"' };
