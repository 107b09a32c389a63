import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { outwardsIn, type Route, type RouteSpec, type Routes } from '@psa/contract-kit';
import type { AnyService } from '@psa/service-kit';
import { z } from 'zod';
import { TestService, type TestServiceOptions } from '../test-service.ts';
import { accessTests } from './access-tests.ts';
import { catalogueTests } from './catalogue-tests.ts';
import { exampleTests, requestExamples } from './example-tests.ts';
import { type Arrange, arrangeBy, type Fixture, sendRoute, type World } from './fixture.ts';
import { generatedRequestTests } from './generated-requests.ts';
import { inputTests } from './input-tests.ts';
import { referenceTests } from './reference-tests.ts';
import { portalTests, type SharedWithClients } from './portal-tests.ts';
import { roleTests } from './role-tests.ts';
import { syncTests } from './sync-tests.ts';

export interface DerivedTestsOptions extends TestServiceOptions {
  /** Makes a tenant known to a service that has to know it; fixtures do so for the tenant they arrange in. */
  readonly settle?: (world: World) => Promise<void>;
  /** What people of any client may see of the tenant; nothing when absent. */
  readonly sharedWithClients?: SharedWithClients;
  /** Runs only the tests of who may see and change what, for a service that is tested in full elsewhere. */
  readonly accessOnly?: boolean;
}

/**
 * The tests every route has by being a route. A route without a fixture does not compile, and one that is served without
 * being listed fails the run.
 * @param definition the service
 * @param declared all its routes
 * @param fixtures one request that succeeds, for each
 */
export function derivedTests<S extends Record<string, RouteSpec>>(
  definition: AnyService,
  declared: Routes<S>,
  fixtures: { readonly [K in keyof S]: Fixture },
  options: DerivedTestsOptions = {},
): void {
  let service: TestService;
  const start = () => service;
  beforeAll(async () => {
    service = await TestService.start(definition, options);
  });
  afterAll(() => service.stop());

  it('has a fixture for every route it serves', () => {
    const served = definition.routes.map(({ route }) => route.name).sort();
    expect(served).toEqual(Object.keys(fixtures).sort());
  });

  catalogueTests(start);

  const examples = requestExamples(options.accessOnly === true ? [] : (Object.values(declared) as unknown as Route[]));
  for (const [name, entry] of Object.entries(declared)) {
    const route = entry as Route;
    const arrange = arrangeBy(start, route, fixtures[name] as Fixture);
    describe(`${route.method.toUpperCase()} ${route.path}`, () => {
      it('succeeds and answers as declared', async () => {
        const { world, request } = await arrange.fresh();
        const response = await sendRoute(world.api, route, request);
        // Replies are checked against their schema by the service itself under test.
        expect({ status: response.status, text: response.text }).toMatchObject({ status: route.reply.status });
        if (route.versioned === true && response.status !== 204) expect(response.headers.get('etag')).toMatch(/^"\d+-/);
      });
      accessTests(start, route, arrange, options.settle);
      portalTests(start, route, arrange, options);
      if (options.accessOnly === true) return;
      roleTests(route, arrange);
      syncTests(declared as Readonly<Record<string, Route>>, route, arrange);
      inputTests(route, arrange);
      exampleTests(route, examples.get(name) ?? { query: {} }, arrange);
      referenceTests(route, arrange);
      generatedRequestTests(route, arrange);
      if (route.versioned === true && route.method !== 'get' && route.method !== 'post') {
        it('refuses a change of a version that is no longer current', async () => {
          const { world, request } = await arrange.shared();
          const response = await sendRoute(world.api, route, request, { headers: { 'if-match': '"999999-x"' } });
          // A row that is not there yet has no version.
          const current: unknown = route.sync === undefined ? expect.stringMatching(/^"\d+-0"$/) : null;
          expect([response.status, response.headers.get('etag')]).toEqual([412, current]);
        });
      }
      if (route.method === 'post' && route.permission !== 'public' && route.permission !== 'signed') idempotencyTests(route, arrange);
    });
  }
}

function idempotencyTests(route: Route, arrange: Arrange): void {
  // Streams and downloads are sent again instead of being stored, see the dispatcher.
  if (route.bodyKind === 'multipart' || route.body === undefined || route.secretReply === true || route.reply.media !== undefined) return;
  it('happens once under an Idempotency-Key and gives the same bytes again', async () => {
    const { world, request } = await arrange.fresh();
    const headers = { ...request.headers, 'idempotency-key': 'once' };
    const first = await sendRoute(world.api, route, request, { headers });
    const second = await sendRoute(world.api, route, request, { headers });
    expect(second.text).toBe(first.text);
    expect(second.status).toBe(first.status);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const other = await sendRoute(world.api, route, request, { headers, body: { ...(request.body as object), note_of_another: 1 } });
    expect(other.status).toBe(422);
  });
  const lists = listsOf(route);
  if (lists.length === 0) return;
  it('calls no other service inside a transaction when it has several items and an Idempotency-Key', async () => {
    const { world, request } = await arrange.fresh();
    // A tenant that can have only one gets the same item twice.
    const another = await arrange.again(world).catch(() => request);
    const body = { ...(request.body as Lists) };
    for (const name of lists) if (body[name] !== undefined) body[name] = [...body[name], ...((another.body as Lists)[name] ?? [])];
    const { status, text } = await sendRoute(world.api, route, request, {
      headers: { ...request.headers, 'idempotency-key': 'several' },
      body,
    });
    // The service may refuse duplicates. A call inside a transaction is an internal error.
    expect({ isFailure: status >= 500, text }).toEqual({ isFailure: false, text });
  });
}

type Lists = Record<string, readonly unknown[]>;

/** Names of the array members of a route's body. */
function listsOf({ body }: Route): string[] {
  if (!(body instanceof z.ZodObject)) return [];
  const members = Object.entries(body.shape as Record<string, z.ZodType>);
  return members.flatMap(([name, schema]) => (outwardsIn(schema).some((one) => one instanceof z.ZodArray) ? name : []));
}
