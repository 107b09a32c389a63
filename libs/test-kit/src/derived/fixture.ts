import { type Form, needsPrincipal, type Route, errorCodes, type ErrorCode } from '@psa/contract-kit';
import { expect } from '@jest/globals';
import type { TestApi, TestResponse } from '../test-api.ts';
import { caller, type TestCaller } from '../test-principal.ts';
import type { TestService } from '../test-service.ts';

/** A tenant of its own to arrange a request in. */
export interface World {
  readonly service: TestService;
  readonly caller: TestCaller;
  readonly api: TestApi;
}

/** A request that succeeds. */
export interface RouteRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that follow from the body as it is sent, such as its signature. */
  readonly sign?: (body: string) => Readonly<Record<string, string>>;
}

/** Makes what the request needs and returns it. */
export type Fixture = (world: World) => RouteRequest | Promise<RouteRequest>;

export function newWorld(service: TestService): World {
  const who = caller();
  return { service, caller: who, api: service.api(who).from(addressOf(who)) };
}

/** An IP address that no other tenant has: limits by address do not add up over the tests. */
function addressOf({ tenant }: TestCaller): string {
  const groups = tenant.replaceAll('-', '').slice(0, 24).match(/.{4}/g) ?? [];
  return ['2001', 'db8', ...groups].join(':');
}

/** A request that succeeds, and the tenant it was arranged in. */
export interface Arranged {
  readonly world: World;
  readonly request: RouteRequest;
}

/** Arranges a route's request for its tests. */
export interface Arrange {
  /** In a tenant of its own, for a test that changes it. */
  fresh(): Promise<Arranged>;
  /** In a tenant that all tests of the route that change nothing share, as arranging is most of their time. */
  shared(): Promise<Arranged>;
  /** A further request in a tenant that has one. */
  again(world: World): Promise<RouteRequest>;
}

/** The ways to arrange a route's request. What only reads always shares its tenant. */
export function arrangeBy(start: () => TestService, route: Route, fixture: Fixture): Arrange {
  const arrange = async (): Promise<Arranged> => {
    const world = newWorld(start());
    return { world, request: await fixture(world) };
  };
  let arranged: Promise<Arranged> | undefined;
  const shared = () => (arranged ??= arrange());
  const again = async (world: World) => fixture(world);
  return { fresh: route.method === 'get' && needsPrincipal(route) ? shared : arrange, shared, again };
}

/** Sends a route's request, changed as the test wants. */
export function sendRoute(api: TestApi, route: Route, request: RouteRequest, change: Partial<RouteRequest> = {}): Promise<TestResponse> {
  const { params = {}, query = {}, body, headers: given = {}, sign } = { ...request, ...change };
  const headers = sign === undefined ? given : { ...given, ...sign(typeof body === 'string' ? body : (JSON.stringify(body) ?? '')) };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const as = route.sessionOnly === true && api.caller !== null ? api.as({ ...api.caller, credential: 'session' }) : api;
  return as.send(route.method.toUpperCase(), path, { query, headers, ...(body === undefined ? {} : { body }) });
}

const SOME_ID = '5a1d3f0c-8c5e-4d0b-9a51-3f1f2a7c6e11';

/** Names of the path's placeholders that take a UUID and nothing else. */
export function idParams(route: Route): string[] {
  return Object.entries(route.params?.shape ?? {})
    .filter(([, schema]) => {
      const accepts = (value: string) => (schema as { safeParse(value: unknown): { success: boolean } }).safeParse(value).success;
      return accepts(SOME_ID) && !accepts('not-a-uuid');
    })
    .map(([name]) => name);
}

/** Checks status, code, message and request id in the form the route's group uses. */
export function expectError(form: Form, response: TestResponse, code: ErrorCode): void {
  const seen = { status: response.status, code: codeOf(form, response) };
  expect({ ...seen, text: response.text }).toMatchObject({ status: errorCodes[code].status, code });
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{1,128}$/);
  const { body } = response;
  if (form === 'flat') expect(body).toMatchObject({ error: expect.any(String) as unknown });
  else if (form === 'asset')
    expect(body).toMatchObject({ success: false, error: { message: expect.any(String) as unknown }, meta: { version: '1.0.0' } });
  else expect(body).toMatchObject({ error: { message: expect.any(String) as unknown } });
}

function codeOf(form: Form, { body }: TestResponse): string | undefined {
  return (form === 'flat' ? body?.code : body?.error?.code) as string | undefined;
}
