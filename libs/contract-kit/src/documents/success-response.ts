import { z } from 'zod';
import type { ZodOpenApiContentObject, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { Timestamp } from '../fields.ts';
import { needsPrincipal, type Route } from '../route.ts';
import { isIdempotent } from './answerable-codes.ts';
import { headerRef, quotaHeaders } from './headers.ts';

const AssetMeta = z
  .object({
    timestamp: Timestamp.describe('When the answer was made'),
    version: z.string().describe('Version of the asset API'),
  })
  .meta({ id: 'AssetMeta' });

const words = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done; there is nothing to say',
  302: 'Found elsewhere',
  400: 'Nothing to be done',
} as const;

/** What a route answers when all went well, by status. */
export function successResponses(route: Route): ZodOpenApiResponsesObject {
  const { reply, versioned, method } = route;
  const content = contentOf(route);
  const responses: ZodOpenApiResponsesObject = {
    [reply.status]: {
      description: words[reply.status],
      headers: headersOf(route),
      ...(Object.keys(content).length === 0 ? {} : { content }),
    } satisfies ZodOpenApiResponseObject,
  };
  for (const status of reply.also ?? [])
    responses[`${status}`] = {
      description: words[status],
      headers: headersOf(route),
      ...(Object.keys(content).length === 0 ? {} : { content }),
    };
  if (reply.redirects === true) {
    responses['302'] = {
      description: 'Found elsewhere',
      headers: { 'X-Request-Id': headerRef('RequestId'), Location: headerRef('Redirect') },
    };
  }
  if (versioned === true && method === 'get') {
    responses['304'] = {
      description: 'The caller has this version already',
      headers: { 'X-Request-Id': headerRef('RequestId'), ETag: headerRef('ETag') },
    };
  }
  return responses;
}

function headersOf(route: Route): ZodOpenApiResponseObject['headers'] & object {
  const { reply, versioned } = route;
  const hasPages = reply.body instanceof z.ZodObject && 'pagination' in reply.body.shape;
  return {
    'X-Request-Id': headerRef('RequestId'),
    ...(versioned === true && reply.status !== 204 ? { ETag: headerRef('ETag') } : {}),
    ...(reply.status === 201 ? { Location: headerRef('Location') } : {}),
    ...(hasPages ? { Link: headerRef('NextPage') } : {}),
    ...(reply.media?.some((type) => type !== 'text/event-stream') === true
      ? { 'Content-Disposition': headerRef('ContentDisposition') }
      : {}),
    ...(isIdempotent(route) && route.secretReply !== true ? { 'Idempotency-Replayed': headerRef('IdempotencyReplayed') } : {}),
    ...(needsPrincipal(route) ? quotaHeaders : {}),
  };
}

function contentOf({ reply, form }: Route): ZodOpenApiContentObject {
  const content: ZodOpenApiContentObject = {};
  if (reply.body !== undefined) content['application/json'] = { schema: form === 'asset' ? assetEnvelope(reply.body) : reply.body };
  for (const type of reply.media ?? []) {
    content[type] ??= { schema: /^text\/|json|yaml|xml/.test(type) ? { type: 'string' } : { type: 'string', format: 'binary' } };
  }
  return content;
}

/** The asset form puts the payload, which has a `data` of its own, under `data`. */
function assetEnvelope(payload: z.ZodType): z.ZodObject {
  return z.object({ success: z.literal(true), data: payload, meta: AssetMeta });
}
