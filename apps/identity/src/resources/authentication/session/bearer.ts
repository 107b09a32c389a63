import type { TokenGiven } from './read-session.ts';

const BEARER = /^bearer +(\S+)$/i;

/** A bearer token, which clients of the session library may send URL-encoded. */
export function bearerOf({ authorization }: Readonly<Record<string, string | string[] | undefined>>): TokenGiven | undefined {
  const token = typeof authorization === 'string' ? BEARER.exec(authorization)?.[1] : undefined;
  // No part of a token is changed by it: they hold neither percent signs nor plus signs.
  return token === undefined ? undefined : { token: token.replaceAll(/%2e/gi, '.') };
}
