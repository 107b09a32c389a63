/** A cookie with its attributes, as the server set it. */
export interface SetCookie {
  readonly value: string;
  /** Names in lower case; true where there is no value. */
  readonly attributes: Readonly<Record<string, string | true>>;
}

/** Kept, because tests put the jar in its place. */
const actualFetch = globalThis.fetch;

/** What a browser does with cookies, as far as tests of one origin need it. */
export class CookieJar {
  readonly cookies = new Map<string, SetCookie>();
  /** The last answer that came. */
  last: Response | undefined = undefined;

  /** `fetch` with the jar's cookies, which redirects are not followed by. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', this.header);
    const response = await actualFetch(input, { redirect: 'manual', ...init, headers });
    for (const text of response.headers.getSetCookie()) this.set(text);
    this.last = response;
    return response;
  };

  get header(): string {
    return [...this.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  /** Decoded value of a cookie. */
  value(name: string): string | undefined {
    const found = this.cookies.get(name);
    return found && decodeURIComponent(found.value);
  }

  set(text: string): void {
    const [pair = '', ...rest] = text.split(/;\s*/);
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals);
    const attributes = Object.fromEntries(
      rest.map((part): [string, string | true] => {
        const [key = '', value] = part.split('=', 2);
        return [key.toLowerCase(), value ?? true];
      }),
    );
    const gone =
      attributes['max-age'] === '0' || (typeof attributes['expires'] === 'string' && Date.parse(attributes['expires']) <= Date.now());
    if (gone) this.cookies.delete(name);
    else this.cookies.set(name, { value: pair.slice(equals + 1), attributes });
  }
}
