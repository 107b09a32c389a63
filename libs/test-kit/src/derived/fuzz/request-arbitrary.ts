import fc from 'fast-check';
import type { Route } from '@psa/contract-kit';
import { z } from 'zod';
import type { RouteRequest } from '../fixture.ts';
import { arbitraryOf, type ValueSchema } from './arbitrary-of.ts';

/** What has broken servers before: what databases cannot store, what JavaScript takes for its own, what runs over a number. */
const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '__proto__',
  'constructor',
  'toString',
  "'; drop table users; --",
  '%',
  '%00',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'NaN',
  'null',
  '-0',
  '1e999',
  '9'.repeat(40),
  '2026-02-30',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(3_000),
  '\u202e\u0301\u0301',
  '[',
  '(a+)+$',
  ',',
];
const NASTY_VALUES: readonly unknown[] = [
  ...NASTY_TEXTS,
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 31,
  Number.MAX_SAFE_INTEGER + 1,
  1e308,
  [],
  {},
  [[]],
  [null],
  JSON.parse('{"__proto__":{"admin":true}}'),
  { constructor: { prototype: {} } },
  Array.from({ length: 500 }, (_, index) => index),
];

const NASTY_HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'if-match': '"1-x"' },
  { 'if-match': 'W/"abc", *' },
  { 'if-none-match': '*' },
  { prefer: 'handling=strict' },
  { accept: 'application/xml' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data' },
  { 'idempotency-key': 'k'.repeat(300) },
  { 'x-request-id': 'not an id, really' },
  { range: 'bytes=5-1' },
  { 'accept-language': '*;q=2' },
];

const nastyText = fc.constantFrom(...NASTY_TEXTS);
/** A path is text in UTF-8, and a part of it is never empty. */
const nastyPart = fc.constantFrom(...NASTY_TEXTS.filter((text) => text !== '' && text.isWellFormed()));
const nastyValue = fc.oneof(fc.constantFrom(...NASTY_VALUES), fc.jsonValue({ maxDepth: 2 }));

/**
 * Requests to a route: such as its contract lets in, and such as it must refuse, made from those and from one that succeeds.
 * @param succeeding the request the others differ from
 */
export function requestArbitrary(route: Route, succeeding: RouteRequest): fc.Arbitrary<RouteRequest> {
  const { params, query, body } = route;
  const parts: fc.Arbitrary<Partial<RouteRequest>>[] = [
    fc.constant({}),
    fc.constantFrom(...NASTY_HEADERS).map((headers) => ({ headers: { ...succeeding.headers, ...headers } })),
  ];
  if (params !== undefined) {
    const names = Object.keys(params.shape);
    parts.push(fc.tuple(fc.constantFrom(...names), nastyPart).map(([name, text]) => ({ params: { ...succeeding.params, [name]: text } })));
  }
  if (query !== undefined) {
    const names = [...Object.keys(query.shape), 'no_such_parameter', '__proto__'];
    const nasty = fc.dictionary(fc.constantFrom(...names), fc.oneof(nastyText, fc.array(nastyText, { minLength: 2, maxLength: 3 })), {
      minKeys: 1,
      maxKeys: 4,
    });
    parts.push(nasty.map((given) => ({ query: { ...succeeding.query, ...given } as RouteRequest['query'] & {} })));
    parts.push(arbitraryOf(schemaOf(query)).map((given) => ({ query: textsOf(given) })));
  }
  if (body !== undefined && route.bodyKind !== 'multipart') {
    const whole = succeeding.body as Record<string, unknown> | undefined;
    const isObject = typeof whole === 'object' && whole !== null && !Array.isArray(whole);
    const valid = arbitraryOf(schemaOf(body));
    parts.push(valid.map((given) => ({ body: given })));
    parts.push(nastyValue.map((given) => ({ body: given })));
    if (isObject) {
      const members = membersOf(body, whole);
      if (members.length > 0) {
        parts.push(fc.tuple(fc.constantFrom(...members), nastyValue).map(([name, value]) => ({ body: { ...whole, [name]: value } })));
        parts.push(
          fc
            .constantFrom(...members)
            .map((name) => ({ body: Object.fromEntries(Object.entries(whole).filter(([member]) => member !== name)) })),
        );
        parts.push(valid.map((given) => ({ body: typeof given === 'object' && given !== null ? { ...whole, ...given } : given })));
      }
    }
  }
  return fc.oneof(...parts).map((change) => ({ ...succeeding, ...change }));
}

function membersOf(body: z.ZodType, whole: Readonly<Record<string, unknown>>): string[] {
  return [...new Set([...Object.keys(whole), ...(body instanceof z.ZodObject ? Object.keys(body.shape as object) : [])])];
}

function schemaOf(schema: z.ZodType): ValueSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as ValueSchema;
}

/** Members of a query as an address has them. */
function textsOf(given: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries((given ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
}
