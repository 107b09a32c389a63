import { Agent, type Dispatcher, request as send } from 'undici';
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

/** Its own: the one that is used by default may be that of the `fetch` of Node, which is another version. */
const connections = new Agent();

/** Calls a service over real HTTP as one caller: not by `fetch`, which takes three times the processor time, as tests call many thousands of times. */
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
    const headers: Record<string, string> = { 'user-agent': 'node' };
    if (this.#address !== undefined) headers['x-forwarded-for'] = this.#address;
    if (this.caller !== null) headers['authorization'] = `Bearer ${await signToken(this.caller, this.service)}`;
    const { body, contentType } = await encoded(request.body);
    if (contentType !== undefined) headers['content-type'] = contentType;
    const response = await send(url, {
      dispatcher: connections,
      method: method as Dispatcher.HttpMethod,
      headers: { ...headers, ...request.headers },
      body,
    });
    const answered = headersOf(response.headers);
    const text = await response.body.text();
    const json = answered.get('content-type')?.includes('json') === true && text !== '';
    return { status: response.statusCode, headers: answered, text, body: json ? JSON.parse(text) : undefined };
  }
}

/** A body as it is sent, and its type. */
async function encoded(body: unknown): Promise<{ body: string | Buffer | null; contentType?: string }> {
  if (body === undefined) return { body: null };
  if (body instanceof FormData) {
    const form = new Response(body);
    return { body: Buffer.from(await form.arrayBuffer()), contentType: form.headers.get('content-type') ?? '' };
  }
  return { body: typeof body === 'string' ? body : JSON.stringify(body), contentType: 'application/json' };
}

function headersOf(given: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  return headers;
}
