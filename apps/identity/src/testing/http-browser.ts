import { URL } from 'node:url';

/** What a page or a redirect brought. */
export interface Visited {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser without a window: it keeps cookies a host, follows redirects when asked to, and fills forms. */
export class HttpBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #hosts: Readonly<Record<string, string>>;
  readonly headers: Record<string, string> = {};

  /** @param hosts where the origins of the test really are */
  constructor(hosts: Readonly<Record<string, string>> = {}) {
    this.#hosts = hosts;
  }

  cookie(url: string, name: string): string | undefined {
    return this.#jar(url).get(name);
  }

  setCookie(url: string, name: string, value: string): void {
    this.#jar(url).set(name, value);
  }

  forgetCookies(): void {
    this.#cookies.clear();
  }

  async visit(url: string, form?: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}): Promise<Visited> {
    const { origin, pathname, search } = new URL(url);
    const jar = this.#jar(url);
    const response = await fetch(`${this.#hosts[origin] ?? origin}${pathname}${search}`, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        ...this.headers,
        ...headers,
        ...(jar.size === 0 ? {} : { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
      },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    for (const text of response.headers.getSetCookie()) this.#take(jar, text);
    return { status: response.status, url, headers: response.headers, text: await response.text() };
  }

  /** Follows redirects until there are none, or one leads to where the test wants to look before it goes there. */
  async follow(visited: Visited, until: (url: string) => boolean = () => false): Promise<Visited> {
    let current = visited;
    for (let hops = 0; hops < 15; hops++) {
      const location = current.headers.get('location');
      if (location === null) return current;
      const next = new URL(location, current.url).href;
      if (until(next)) return { ...current, url: next };
      current = await this.visit(next);
    }
    throw new Error('redirected too often');
  }

  #jar(url: string): Map<string, string> {
    const { hostname } = new URL(url);
    const jar = this.#cookies.get(hostname) ?? new Map<string, string>();
    this.#cookies.set(hostname, jar);
    return jar;
  }

  #take(jar: Map<string, string>, text: string): void {
    const [pair = '', ...attributes] = text.split(';').map((part) => part.trim());
    const [name = '', ...value] = pair.split('=');
    const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice('expires='.length);
    const ended =
      attributes.some((attribute) => /^max-age=0$/i.test(attribute)) || (expires !== undefined && Date.parse(expires) <= Date.now());
    if (ended) jar.delete(name);
    else jar.set(name, value.join('='));
  }
}

/** The hidden and other fields of a page's form, and where it leads. */
export function formOf({ text, url }: Visited): { action: string; fields: Record<string, string> } {
  const action = /<form[^>]*\saction="([^"]*)"/.exec(text)?.[1] ?? '';
  const fields = [...text.matchAll(/<input[^>]*>/g)].flatMap(([input]) => {
    const [name, value] = ['name', 'value'].map((attribute) => new RegExp(`\\s${attribute}="([^"]*)"`).exec(input)?.[1]);
    return name === undefined ? [] : [[name, value ?? ''] as const];
  });
  return { action: new URL(action.replaceAll('&amp;', '&'), url).href, fields: Object.fromEntries(fields) };
}
