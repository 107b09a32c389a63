/** A session token as a cookie or a header brought it. */
export interface FoundSessionToken {
  readonly token: string;
  /** Name of the cookie without the number of a chunk: the key of the token is derived from it. */
  readonly cookieName: string;
}

/** `dir` puts no key into the second part. Checked before anybody is asked. */
const JWE = /^[\w-]{1,1024}\.\.[\w-]{1,64}\.[\w-]{1,32768}\.[\w-]{1,64}$/;

/**
 * A name that ends in `.session-token`, perhaps with the port of a local server, perhaps with the number of a chunk. Ports have at
 * least two digits and a head of 16 KB has room for four chunks, so one digit is a chunk.
 */
const SESSION_COOKIE = /^([\w.-]{0,64}\.session-token(?:\.\d{2,5})?)(?:\.(\d))?$/;

/** Whether a text may be a session token: an encrypted JWT whose key is agreed upon beforehand. */
export function looksLikeSessionToken(text: string): boolean {
  return JWE.test(text);
}

/** The cookies of a `cookie` header; of two with one name the first counts, which browsers send for the narrower path. */
export function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=');
    if (equals === -1) continue;
    const name = pair.slice(0, equals).trim();
    if (name !== '' && !cookies.has(name))
      cookies.set(
        name,
        decoded(
          pair
            .slice(equals + 1)
            .trim()
            .replace(/^"(.*)"$/, '$1'),
        ),
      );
  }
  return cookies;
}

/** Names of the product's own session cookies, with HTTPS and without. */
export const SESSION_COOKIE_NAMES = ['__Secure-authjs.session-token', 'authjs.session-token'] as const;

/** The session tokens among cookies, chunks joined; the product's own first, so that a page next door cannot put another one before it. */
export function findSessionTokens(cookies: ReadonlyMap<string, string>): FoundSessionToken[] {
  const chunks = new Map<string, string[]>();
  for (const [name, value] of cookies) {
    const [, base, chunk] = SESSION_COOKIE.exec(name) ?? [];
    if (base === undefined || value === '') continue;
    const parts = chunks.get(base) ?? [];
    // The cookie as a whole and its chunks do not go together: whichever was set last is complete, and chunks are deleted with it.
    parts[chunk === undefined ? 0 : Number(chunk)] = value;
    chunks.set(base, parts);
  }
  return [...chunks]
    .map(([cookieName, parts]) => ({ cookieName, token: parts.join('') }))
    .sort((one, other) => rank(one.cookieName) - rank(other.cookieName));
}

function rank(name: string): number {
  const own = (SESSION_COOKIE_NAMES as readonly string[]).indexOf(name);
  return own === -1 ? SESSION_COOKIE_NAMES.length : own;
}

function decoded(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
