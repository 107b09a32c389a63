import { findSessionTokens, type FoundSessionToken, parseCookies, SESSION_COOKIE_NAMES } from '@psa/contracts-identity';

/** What a cookie holds at most beside its name and attributes; browsers refuse more than 4 KB. */
const CHUNK = 3_936;

/** The cookies that came with a request. */
export type Cookies = ReadonlyMap<string, string>;

export interface CookieEnd {
  readonly expires?: Date;
  readonly maxAgeSeconds?: number;
}

/** The session library's cookies: their names, and how they are written. */
export class AuthCookies {
  readonly #secure: boolean;

  /** @param secure whether the product is reached by HTTPS, which the names tell */
  constructor(secure: boolean) {
    this.#secure = secure;
  }

  static read(header: string | undefined): Cookies {
    return parseCookies(header);
  }

  get session(): string {
    return SESSION_COOKIE_NAMES[this.#secure ? 0 : 1];
  }

  get csrf(): string {
    return `${this.#secure ? '__Host-' : ''}authjs.csrf-token`;
  }

  get callbackUrl(): string {
    return this.named('callback-url');
  }

  /** Full name of another cookie of the library, such as `state` or `pkce.code_verifier`. */
  named(stem: string): string {
    return `${this.#secure ? '__Secure-' : ''}authjs.${stem}`;
  }

  /** A `Set-Cookie` value: for this host alone, out of reach of scripts, not sent with what other sites embed or post. */
  write(name: string, value: string, { expires, maxAgeSeconds }: CookieEnd = {}): string {
    return [
      `${name}=${encodeURIComponent(value)}`,
      ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
      'Path=/',
      ...(expires === undefined ? [] : [`Expires=${expires.toUTCString()}`]),
      'HttpOnly',
      ...(this.#secure ? ['Secure'] : []),
      'SameSite=Lax',
    ].join('; ');
  }

  clear(name: string): string {
    return this.write(name, '', { maxAgeSeconds: 0 });
  }

  /** The session token among the cookies; undefined when there is none. */
  sessionToken(cookies: Cookies): FoundSessionToken | undefined {
    return findSessionTokens(cookies)[0];
  }

  /** Sets the session cookie, in chunks where one is too small, and clears whatever else might be taken for one. */
  writeSession(token: string, expires: Date, cookies: Cookies): string[] {
    const count = Math.ceil(token.length / CHUNK);
    const values = new Map<string, string>();
    for (let index = 0; index < count; index++) {
      values.set(count === 1 ? this.session : `${this.session}.${index}`, token.slice(index * CHUNK, (index + 1) * CHUNK));
    }
    return [
      ...this.clearSession(cookies, new Set(values.keys())),
      ...[...values].map(([name, value]) => this.write(name, value, { expires })),
    ];
  }

  /** Clears every session cookie that was sent. @param kept names that are about to be set anew */
  clearSession(cookies: Cookies, kept: ReadonlySet<string> = new Set()): string[] {
    const sent = [...cookies.keys()].filter((name) => findSessionTokens(new Map([[name, 'x']])).length > 0);
    return sent.filter((name) => !kept.has(name)).map((name) => this.clear(name));
  }
}
