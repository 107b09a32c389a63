import type { z } from 'zod';
import type { ZodOpenApiContentObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { errorCodes } from '../error-codes.ts';
import type { Route } from '../route.ts';
import { answerableCodes } from './answerable-codes.ts';
import { errorBodies } from './error-bodies.ts';
import type { ErrorResponses } from './error-responses.ts';
import { headerRef } from './headers.ts';

/** The responses of a route to requests it refuses: our errors and, where it speaks somebody else's protocol, that one's. */
export function refusalResponses(route: Route, errors: ErrorResponses): ZodOpenApiResponsesObject {
  const responses = errors.of(route);
  for (const status of new Set((route.reply.refusals ?? []).map((refusal) => refusal.status))) {
    const refusals = (route.reply.refusals ?? []).filter((refusal) => refusal.status === status);
    const codes = answerableCodes(route).filter((code) => errorCodes[code].status === status);
    const bodies = [...refusals.flatMap(({ body }) => body ?? []), ...(codes.length > 0 ? [errorBodies[route.form]] : [])];
    responses[`${status}`] = {
      description: ['Refused', ...codes.map((code) => `\`${code}\`: ${errorCodes[code].message}`)].join('\n\n'),
      headers: { 'X-Request-Id': headerRef('RequestId') },
      content: {
        ...jsonOf(bodies),
        ...(refusals.some(({ body }) => body === undefined) && { 'text/html': { schema: { type: 'string' } } }),
      },
    };
  }
  return responses;
}

function jsonOf(bodies: readonly z.ZodType[]): ZodOpenApiContentObject {
  const [first, ...rest] = bodies;
  if (first === undefined) return {};
  return { 'application/json': { schema: rest.length === 0 ? first : first.or(rest[0] as z.ZodType) } };
}
