import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '@psa/contracts-product';
import { FROM_FIXTURE, NOT_LITERAL, type RequestExample, requestExamples } from '@psa/test-kit/derived';
import { TestGateway } from './testing/test-gateway.ts';

const examples = requestExamples(routes);
const withExample = routes
  .map((route) => ({ ...route, example: examples.get(route.name) as RequestExample }))
  .filter(({ example: { query, body } }) => body !== undefined || Object.keys(query).length > 0);

describe('a documented request to the gateway itself', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await TestGateway.start({ routes });
  });
  afterAll(() => gateway.stop());

  // The services send theirs in their derived tests.
  it.each(withExample.filter(({ service }) => service === 'gateway'))('$name succeeds', async ({ method, path, reply, example }) => {
    const { query, body } = example;
    const response = await gateway.fetch(`${path}?${new URLSearchParams(query).toString()}`, gateway.identity.newKey(), {
      method: method.toUpperCase(),
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect({ status: response.status, text: await response.text() }).toMatchObject({ status: reply.status });
  });
});

describe('the text of a documented request', () => {
  it.each(withExample)('$name says more than the name of its member', ({ example }) => {
    expect(namesakes('', example.body)).toEqual([]);
  });
});

it('what tests take from fixtures is in some example', () => {
  const shown = new Set(withExample.flatMap(({ example }) => memberNames(example.body)));
  expect(Object.keys(FROM_FIXTURE).filter((name) => !shown.has(name))).toEqual([]);
  expect(Object.keys(NOT_LITERAL).filter((name) => !withExample.some((route) => route.name === name))).toEqual([]);
});

/** Members with a text that only repeats what the member is called. */
function namesakes(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => namesakes(name, item));
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([member, one]) => namesakes(member, one));
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return typeof value === 'string' && (value === words.replace(/s$/, '') || value === words) ? [name] : [];
}

function memberNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...memberNames(member)]);
}
