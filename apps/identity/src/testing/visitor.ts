import { parseCookies } from '@psa/contracts-identity';
import type { TestResponse, TestService } from '@psa/test-kit';

export interface VisitorOptions {
  readonly address?: string;
  readonly userAgent?: string;
}

/** Asks for the address to go to, instead of being sent there. */
const FOR_A_CLIENT = { 'x-auth-return-redirect': '1' };

/** Somebody with a browser in front of the service itself: keeps cookies, and says from where as the gateway would. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #service: TestService;
  readonly #headers: Record<string, string>;

  constructor(
    service: TestService,
    { address = '203.0.113.1', userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' }: VisitorOptions = {},
  ) {
    this.#service = service;
    this.#headers = { 'x-forwarded-for': address, 'user-agent': userAgent };
  }

  get(path: string): Promise<TestResponse> {
    return this.#send('GET', path);
  }

  /** As an HTML form does, but for being told where to go instead of going there. */
  post(path: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = FOR_A_CLIENT): Promise<TestResponse> {
    return this.#send('POST', path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    });
  }

  async csrfToken(): Promise<string> {
    return (await this.get('/api/auth/csrf')).body.csrfToken as string;
  }

  /** @returns `ok`, or the code of the refusal */
  async signIn(fields: Readonly<Record<string, string>>): Promise<string> {
    const { body } = await this.post('/api/auth/callback/credentials', { csrfToken: await this.csrfToken(), ...fields });
    return new URL(body.url as string).searchParams.get('code') ?? 'ok';
  }

  /** The session, or the empty object. */
  async session(): Promise<{ session_id?: string; user?: Record<string, unknown>; expires?: string }> {
    return (await this.get('/api/auth/session')).body as { session_id?: string };
  }

  async #send(method: string, path: string, body?: string, headers: Record<string, string> = {}): Promise<TestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
    const response = await this.#service.api(null).send(method, path, {
      headers: { ...this.#headers, ...headers, ...(cookie === '' ? {} : { cookie }) },
      ...(body === undefined ? {} : { body }),
    });
    for (const text of response.headers.getSetCookie()) {
      const [[name, value] = ['', '']] = parseCookies(text.split(';', 1)[0]);
      if (/Max-Age=0/.test(text)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}
