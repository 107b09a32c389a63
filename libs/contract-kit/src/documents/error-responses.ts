import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import type { Form } from '../envelopes.ts';
import { type ErrorCode, errorCodes } from '../error-codes.ts';
import { needsPrincipal, type Route } from '../route.ts';
import { answerableCodes } from './answerable-codes.ts';
import { errorBodies, errorExample, FlatErrorBody, MISSING_KEY_MESSAGE } from './error-bodies.ts';
import { headerRef, quotaHeaders } from './headers.ts';

const prefixes: Record<Form, string> = { data: '', asset: 'Asset', flat: 'Flat' };

const schemas: Record<Form, z.ZodType> = errorBodies;
/** A caller without a credential is refused before the gateway knows which route it asks for. */
const unauthorizedSchemas: Record<Form, z.ZodType> = {
  data: z.union([errorBodies.data, FlatErrorBody]),
  asset: z.union([errorBodies.asset, FlatErrorBody]),
  flat: FlatErrorBody,
};

/** The error responses of a document: each combination of form and codes is described once and referred to. */
export class ErrorResponses {
  readonly #components: Record<string, ZodOpenApiResponseObject> = {};

  /** Every response referred to so far, by name. */
  get components(): Readonly<Record<string, ZodOpenApiResponseObject>> {
    return this.#components;
  }

  /** The error responses of one route, by status. */
  of(route: Route): ZodOpenApiResponsesObject {
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of answerableCodes(route).toSorted()) {
      const { status } = errorCodes[code];
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    return Object.fromEntries([...byStatus].map(([status, codes]) => [status, { $ref: this.#reference(route, status, codes) }]));
  }

  #reference(route: Route, status: number, codes: readonly ErrorCode[]): string {
    const withoutKey = status === 401 && needsPrincipal(route);
    const name = prefixes[route.form] + codes.map(pascalCase).join('Or') + (withoutKey ? 'OrKeyMissing' : '');
    this.#components[name] ??= response(route.form, status, codes, withoutKey);
    return `#/components/responses/${name}`;
  }
}

function response(form: Form, status: number, codes: readonly ErrorCode[], withoutKey: boolean): ZodOpenApiResponseObject {
  const examples: Record<string, { summary: string; value: object }> = {};
  for (const code of codes) examples[code] = { summary: errorCodes[code].message, value: errorExample(form, code) };
  if (withoutKey)
    examples['UNAUTHORIZED_WITHOUT_KEY'] = {
      summary: MISSING_KEY_MESSAGE,
      value: errorExample('flat', 'UNAUTHORIZED', MISSING_KEY_MESSAGE),
    };
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code].message}`).join('\n\n'),
    headers: {
      'X-Request-Id': headerRef('RequestId'),
      ...(codes.includes('PRECONDITION_FAILED') ? { ETag: headerRef('ETag') } : {}),
      ...(status === 429 ? { ...quotaHeaders, 'X-RateLimit-Reset': headerRef('XRateLimitReset') } : {}),
      ...(status === 429 || status === 503 || codes.includes('REQUEST_IN_FLIGHT') ? { 'Retry-After': headerRef('RetryAfter') } : {}),
    },
    content: { 'application/json': { schema: (withoutKey ? unauthorizedSchemas : schemas)[form], examples } },
  };
}

function pascalCase(code: string): string {
  return code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
