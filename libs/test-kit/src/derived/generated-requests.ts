import { expect, it } from '@jest/globals';
import { type ErrorCode, errorCodes, type Route } from '@psa/contract-kit';
import { answerableCodes } from '@psa/contract-kit/documents';
import fc from 'fast-check';
import { requestArbitrary } from './fuzz/request-arbitrary.ts';
import type { TestResponse } from '../test-api.ts';
import { type Arrange, expectError, type RouteRequest, sendRoute } from './fixture.ts';

/** Requests of one operation: few and always the same ones in `npm test`, many and new ones in `npm run fuzz`. */
const RUNS = Number(process.env['PSA_FUZZ_RUNS'] ?? '40');
const SEED = Number(process.env['PSA_FUZZ_SEED'] ?? '20261123');

/** Whatever is sent, a route answers with what it declares. Replies that succeed are checked by the service itself under test. */
export function generatedRequestTests(route: Route, arrange: Arrange): void {
  it(`answers ${RUNS} generated requests as declared`, async () => {
    const { world, request: succeeding } = await arrange.fresh();
    const requests = fc.sample(requestArbitrary(route, succeeding), { numRuns: RUNS, seed: SEED });
    const codes = answerableCodes(route);
    for (const request of requests) {
      const response = await sendRoute(world.api, route, request).catch((error: unknown) => {
        throw new Error(`No answer to ${describeRequest(request)}`, { cause: error });
      });
      demandDeclared(route, codes, request, response);
    }
  }, 60_000);
}

function demandDeclared(route: Route, codes: readonly ErrorCode[], request: RouteRequest, response: TestResponse): void {
  const { status, text, headers } = response;
  const { reply } = route;
  if (status === reply.status || status === 304 || reply.also?.includes(status as 200) === true) return;
  if (status === 302 && reply.redirects === true) return;
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  if (
    reply.refusals?.some(
      (refusal) => refusal.status === status && (refusal.body === undefined ? isPage : refusal.body.safeParse(response.body).success),
    )
  )
    return;
  const code = codes.find((name) => errorCodes[name].status === status && text.includes(name));
  if (code === undefined || status >= 500)
    expect({ request: describeRequest(request), status, text: text.slice(0, 2_000) }).toBe('an answer the route declares');
  else expectError(route.form, response, code);
}

function describeRequest({ params, query, body, headers }: RouteRequest): string {
  return JSON.stringify({ params, query, body, headers })?.slice(0, 2_000);
}
