import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject } from 'zod-openapi';
import { deprecationText } from '../deprecation.ts';
import { requiredPermissions, type Route } from '../route.ts';
import { isIdempotent, takesIfMatch, takesPrefer } from './answerable-codes.ts';
import type { ErrorResponses } from './error-responses.ts';
import { parameterRef } from './headers.ts';
import { refusalResponses } from './refusal-responses.ts';
import { successResponses } from './success-response.ts';

/** One operation of an OpenAPI document, from one route. */
export function operationOf(route: Route, operationId: string, errors: ErrorResponses): ZodOpenApiOperationObject {
  const { params, query, summary, tag } = route;
  const body = requestBody(route);
  return {
    operationId,
    tags: [tag],
    summary,
    description: description(route, operationId),
    security: security(route),
    'x-permission': requiredPermissions(route),
    ...(route.deprecated !== undefined || isAlias(route, operationId) ? { deprecated: true } : {}),
    ...(route.deprecated?.sunset !== undefined && { 'x-sunset': route.deprecated.sunset }),
    ...(params === undefined && query === undefined ? {} : { requestParams: { ...(params && { path: params }), ...(query && { query }) } }),
    parameters: requestHeaders(route),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...successResponses(route), ...refusalResponses(route, errors) },
  };
}

function description(route: Route, operationId: string): string {
  const needed = requiredPermissions(route).map((name) => `\`${name}\``);
  const sentences = [
    ...(route.description === undefined ? [] : [route.description]),
    ...(isAlias(route, operationId) ? [`The same as \`${route.path}\`, which takes its place.`] : []),
    ...(route.deprecated === undefined ? [] : [`${deprecationText(route.deprecated)}.`]),
    ...(needed.length === 0 ? [] : [`Needs the ${needed.length === 1 ? 'permission' : 'permissions'} ${needed.join(' and ')}.`]),
    ...(route.staffOnly === true ? ['People of the client portal are refused.'] : []),
  ];
  return sentences.length === 0 ? `${route.summary}.` : sentences.join('\n\n');
}

/** Whether an operation is a route under another of its paths. */
function isAlias(route: Route, operationId: string): boolean {
  return operationId !== route.name;
}

function security({ permission }: Route): ZodOpenApiOperationObject['security'] {
  if (permission === 'public') return [];
  if (permission === 'signed') return [{ WebhookSignature: [] }];
  return [{ ApiKeyAuth: [] }, { BearerAuth: [] }, { SessionCookie: [] }];
}

function requestHeaders(route: Route): NonNullable<ZodOpenApiOperationObject['parameters']> {
  return [
    ...(isIdempotent(route) ? [parameterRef('IdempotencyKey')] : []),
    ...(takesIfMatch(route) ? [parameterRef('IfMatch')] : []),
    ...(route.versioned === true && route.method === 'get' ? [parameterRef('IfNoneMatch')] : []),
    ...(takesPrefer(route) ? [parameterRef('Prefer')] : []),
  ];
}

function requestBody({ body, bodyKind }: Route): ZodOpenApiRequestBodyObject | undefined {
  if (bodyKind === 'multipart') {
    const file = z.string().meta({ description: 'The file', override: { type: 'string', format: 'binary' } });
    const fields = body instanceof z.ZodObject ? body.shape : {};
    return { required: true, content: { 'multipart/form-data': { schema: z.object({ file, ...fields }) } } };
  }
  if (body === undefined) return undefined;
  // An empty body counts as an empty object.
  const content = {
    'application/json': { schema: body },
    ...(bodyKind === 'form' ? { 'application/x-www-form-urlencoded': { schema: body } } : {}),
  };
  return { required: !body.safeParse({}).success, content };
}
