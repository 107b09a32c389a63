import { expect, it } from '@jest/globals';
import type { Route } from '@psa/contract-kit';
import { apiInfo, openApiDocument } from '@psa/contract-kit/documents';
import { exampleBody } from './example-body.ts';
import { type Arrange, sendRoute } from './fixture.ts';

/** Members whose documented value cannot be true of any installation, by route, and why. The fixture's value is sent. */
export const NOT_LITERAL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  changeAccountPassword: { current_password: 'is the password of the person who signed in' },
  changePassword: { current_password: 'is the password of the person who asks' },
  completeAccountingOAuth: {
    state: 'is given out once, when a connection is begun',
    code: 'is the grant of a provider, good once',
    realmId: 'is the company that was chosen',
  },
  connectAccount: { password: 'is the password of the person who signed in' },
  createAccountPasskey: { response: 'is signed by an authenticator' },
  createPasskey: { response: 'is signed by an authenticator' },
  disableAccountTwoFactor: { password: 'is the password of the person who signed in' },
  enableAccountTwoFactor: { secret: 'is what the code is made with' },
  enableTwoFactor: { secret: 'is what the code is made with' },
  finishSignIn: { email: 'is the address of a person', password: 'is the password of that person' },
  linkAccountingCustomer: { qbo_customer_id: 'is the id of a customer in QuickBooks' },
  startAccountPasskey: { password: 'is the password of the person who signed in' },
  stopTracking: { end_time: 'has to follow the start of the timer, which has just been started' },
  testAnyWebhook: { override_url: 'is called' },
};

/** What the document shows of an operation's request. */
export interface RequestExample {
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** As much of an operation as is read here. */
interface Operation {
  readonly parameters?: readonly { in?: string; name?: string; example?: unknown; schema?: { example?: unknown; examples?: unknown[] } }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> };
}

/** Reads the examples of requests from the document of a service's routes, by name of the route. */
export function requestExamples(routes: readonly Route[]): ReadonlyMap<string, RequestExample> {
  const { paths = {} } = openApiDocument(routes, apiInfo);
  return new Map(
    routes.map(({ name, path, method }) => {
      const { parameters = [], requestBody } = (paths[path]?.[method] ?? {}) as Operation;
      const query = parameters.flatMap((parameter) => {
        const value = parameter.example ?? parameter.schema?.example ?? parameter.schema?.examples?.[0];
        return parameter.in === 'query' && value !== undefined ? [[parameter.name, String(value)]] : [];
      });
      const body = requestBody?.content?.['application/json']?.example;
      return [name, { query: Object.fromEntries(query) as Record<string, string>, body }];
    }),
  );
}

/** The request that the document shows succeeds, once the ids in it are those of rows. */
export function exampleTests(route: Route, { query, body }: RequestExample, arrange: Arrange): void {
  const literal = NOT_LITERAL[route.name] ?? {};
  const stale = Object.keys(literal).filter((name) => typeof body !== 'object' || body === null || !(name in body));
  if (stale.length > 0) throw new Error(`The example of ${route.name} has no ${stale.join(', ')} that example tests could replace`);
  if (body === undefined && Object.keys(query).length === 0) return;
  it('accepts the documented example', async () => {
    const { world, request } = await arrange.fresh();
    const sent = {
      query: { ...request.query, ...query },
      ...(body !== undefined && { body: exampleBody(route, body, request.body, Object.keys(literal)) }),
    };
    const { status, text, body: answer } = await sendRoute(world.api, route, request, sent);
    const isAccepted = status === route.reply.status || route.reply.also?.includes(status as 200) === true;
    if (!isAccepted || (route.method !== 'get' && hasRefusedItem(answer)))
      expect({ sent: JSON.stringify(sent), status, text: text.slice(0, 2_000) }).toBe('an example that is accepted');
  });
}

/** Bulk operations answer 200 and tell of each item whether it was done. */
function hasRefusedItem(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false;
  if (Array.isArray(answer))
    return answer.some((item) => (item as { success?: unknown } | null)?.success === false || hasRefusedItem(item));
  const { failed, errors, error_count } = answer as Record<string, unknown>;
  if (isCounted(failed) || isCounted(errors) || isCounted(error_count)) return true;
  return Object.values(answer).some((member) => hasRefusedItem(member));
}

function isCounted(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === 'number' && value > 0;
}
