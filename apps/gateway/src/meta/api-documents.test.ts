import { describe, expect, it } from '@jest/globals';
import { ApiError, errorCodes, type ErrorCode, type Form, PublicEvent } from '@psa/contract-kit';
import { answerableCodes, apiInfo, asyncApiDocument, errorBodies, errorExample } from '@psa/contract-kit/documents';
import { renderError } from '@psa/http-kit';
import { events, routes } from '@psa/contracts-product';
import { openApi } from './api-documents.ts';
import { endpointList } from './endpoint-list.ts';
import { overallStatus } from './health-report.ts';
import { roleList } from './permission-list.ts';

interface Media {
  example?: unknown;
}

const document = openApi();
const asyncApi = asyncApiDocument(events, apiInfo);
const served = routes.flatMap(({ method, paths }) => paths.map((path) => `${method} ${path}`)).toSorted();
const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method} ${path}`,
    ...(operation as { operationId: string; tags: string[]; responses: Record<string, unknown> }),
  })),
);

describe('the routes, the OpenAPI document and the list of endpoints', () => {
  it('are the same set', () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual(served);
    expect(
      endpointList()
        .map(({ method, path }) => `${method.toLowerCase()} ${path}`)
        .toSorted(),
    ).toEqual(served);
  });

  it('give every operation a name of its own', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  // A new category is described in api-info.ts of the contract kit.
  it('put every operation into a category that says what it is about', () => {
    const undescribed = new Set(operations.flatMap(({ tags }) => tags).filter((tag) => apiInfo.tagDescriptions[tag] === undefined));
    expect([...undescribed]).toEqual([]);
  });

  it('document every code a route can answer with', () => {
    for (const route of routes) {
      const documented = new Set(Object.keys(document.paths?.[route.path]?.[route.method]?.responses ?? {}).map(Number));
      const missing = answerableCodes(route).filter((code) => !documented.has(errorCodes[code].status));
      expect({ route: route.name, missing }).toEqual({ route: route.name, missing: [] });
    }
  });
});

describe('the example of a body', () => {
  const withBody = routes
    .filter(({ body, bodyKind }) => body !== undefined && bodyKind !== 'multipart')
    .map((route) => [route.name, route] as const);

  // One that does not pass needs `.meta({ example: … })` where its schema knows more than JSON Schema can say.
  it.each(withBody)('%s is accepted by its own schema', (_, { body, method, path }) => {
    const { content } = document.paths?.[path]?.[method]?.requestBody as { content: Record<string, Media> };
    const [media] = Object.values(content);
    expect(body?.safeParse(media?.example)).toMatchObject({ success: true });
  });
});

describe('the example of an answer', () => {
  const exampleOf = ({ path, method, reply, form }: (typeof routes)[number]): unknown => {
    const { content } = (document.paths?.[path]?.[method]?.responses?.[reply.status] ?? {}) as { content?: Record<string, Media> };
    const example = content?.['application/json']?.example as { data: unknown } | undefined;
    return form === 'asset' ? example?.data : example;
  };
  const answering = routes
    .filter((route) => route.reply.body !== undefined && exampleOf(route) !== undefined)
    .map((route) => [route.name, route] as const);

  it.each(answering)('%s is what its schema says', (_, route) => {
    expect(route.reply.body?.safeParse(exampleOf(route))).toMatchObject({ success: true });
  });
});

it.each(events.map((event) => [event.type, event] as const))('the example of %s is accepted by the schemas of the event', (type, event) => {
  const [example] = asyncApi.components.messages[type]?.examples as { payload: { data: unknown } }[];
  expect(PublicEvent.safeParse(example?.payload)).toMatchObject({ success: true });
  expect(event.data.safeParse(example?.payload.data)).toMatchObject({ success: true });
});

describe('an error', () => {
  const forms: Form[] = ['data', 'asset', 'flat'];
  const codes = Object.keys(errorCodes) as ErrorCode[];

  it.each(forms)('of the form %s is what its schema says, in fact and as an example', (form) => {
    for (const code of codes) {
      const details = code === 'VALIDATION_ERROR' ? [{ code: 'too_small', path: ['name'], message: 'must not be empty' }] : undefined;
      const example = errorExample(form, code);
      const rendered = renderError(form, new ApiError(code, undefined, details), 'request-1');
      expect(errorBodies[form].safeParse(rendered)).toMatchObject({ success: true });
      expect(shape(example)).toEqual(shape(rendered));
    }
  });
});

describe('the health of the whole', () => {
  const [up, down, degraded] = [{ status: 'up' }, { status: 'down' }, { status: 'degraded' }] as const;

  it.each([
    ['healthy', { identity: up, assets: up }],
    ['degraded', { identity: up, assets: down }],
    ['degraded', { identity: degraded, assets: up }],
    ['unhealthy', { identity: down, assets: up }],
    ['unhealthy', { clients: down, assets: down }],
  ])('is %s for %j', (status, services) => expect(overallStatus(services)).toBe(status));
});

it('names the roles of both portals apart', () => {
  const names = roleList.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

/** The members of a value, by name and kind. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shape(member)]));
}
