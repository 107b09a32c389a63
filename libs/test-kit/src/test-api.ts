import type { TestCaller } from './test-principal.ts';
import { signToken } from './test-principal.ts';

export interface TestRequest {
  readonly query?: Record<string, string | number | boolean | readonly string[]>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A response as a test looks at it. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON; undefined when the body is none. Tests look into any shape. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

/** Calls a service over real HTTP as one caller. */
export class TestApi {
  /** Addresses of the instances of the service, which are called in turn. */
  readonly baseUrls: readonly string[];
  readonly service: string;
  readonly caller: TestCaller | null;

  readonly #address: string | undefined;
  #turn = 0;

  constructor(baseUrls: readonly string[], service: string, who: TestCaller | null, address?: string) {
    this.baseUrls = baseUrls;
    this.service = service;
    this.caller = who;
    this.#address = address;
  }

  /** The same service as another caller; null calls without a credential. */
  as(who: TestCaller | null): TestApi {
    return new TestApi(this.baseUrls, this.service, who, this.#address);
  }

  /** The same caller at an address, which the gateway vouches for. */
  from(address: string): TestApi {
    return new TestApi(this.baseUrls, this.service, this.caller, address);
  }

  get(path: string, request: TestRequest = {}): Promise<TestResponse> {
    return this.send('GET', path, request);
  }

  post(path: string, body?: unknown, request: TestRequest = {}): Promise<TestResponse> {
    return this.send('POST', path, { ...request, body });
  }

  put(path: string, body?: unknown, request: TestRequest = {}): Promise<TestResponse> {
    return this.send('PUT', path, { ...request, body });
  }

  delete(path: string, request: TestRequest = {}): Promise<TestResponse> {
    return this.send('DELETE', path, request);
  }

  /** @param request body: a string or FormData is sent as it is, anything else as JSON */
  async send(method: string, path: string, request: TestRequest = {}): Promise<TestResponse> {
    const url = new URL(path, this.baseUrls[this.#turn++ % this.baseUrls.length]);
    for (const [name, value] of Object.entries(request.query ?? {})) {
      for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one));
    }
    const headers: Record<string, string> = {};
    if (this.#address !== undefined) headers['x-forwarded-for'] = this.#address;
    if (this.caller !== null) headers['authorization'] = `Bearer ${await signToken(this.caller, this.service)}`;
    const { body } = request;
    const asIs = body === undefined || typeof body === 'string' || body instanceof FormData;
    if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json';
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...request.headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: asIs ? (body as string | FormData) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') === true && text !== '';
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined };
  }
}
