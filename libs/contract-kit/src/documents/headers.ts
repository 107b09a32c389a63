import type { ZodOpenApiComponentsObject } from 'zod-openapi';

/** Headers of answers, as components. */
export const headerComponents = {
  RequestId: {
    description: 'Id of the request: the one it came with, or a new one',
    required: true,
    schema: { type: 'string', maxLength: 128 },
  },
  ETag: {
    description: 'Version of the resource; send it back in If-Match or If-None-Match',
    schema: { type: 'string' },
    example: '"3-1x8k2fz"',
  },
  Location: { description: 'Path of the new resource', schema: { type: 'string', format: 'uri-reference' } },
  Redirect: { description: 'Address to go to', required: true, schema: { type: 'string', format: 'uri-reference' } },
  NextPage: { description: 'The next page as `rel="next"`; absent on the last', schema: { type: 'string' } },
  ContentDisposition: { description: 'Name of the file', schema: { type: 'string' }, example: 'attachment; filename="assets.csv"' },
  IdempotencyReplayed: {
    description: '`true` when this is the stored answer of an earlier request with this key',
    schema: { type: 'string', enum: ['true'] },
  },
  RateLimitPolicy: { description: 'Quota of the caller: requests and seconds', schema: { type: 'string' }, example: '"default";q=60;w=60' },
  RateLimit: { description: 'Requests left and seconds until there are more', schema: { type: 'string' }, example: '"default";r=57;t=3' },
  XRateLimitLimit: { description: 'Requests that may be sent at once', schema: { type: 'integer' } },
  XRateLimitRemaining: { description: 'Requests left of those', schema: { type: 'integer' } },
  XRateLimitReset: { description: 'When the next request will be accepted', schema: { type: 'string', format: 'date-time' } },
  RetryAfter: { description: 'Seconds to wait before trying again', schema: { type: 'integer', minimum: 1, maximum: 3600 } },
} as const satisfies ZodOpenApiComponentsObject['headers'];

/** Headers of requests, as components. */
export const parameterComponents = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
    description: 'Makes the request safe to repeat: its effect happens once, and a repetition with the same body gets the stored answer',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    schema: { type: 'string' },
    description: 'Carries the change out only if the resource still has this ETag; 412 otherwise',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    schema: { type: 'string' },
    description: 'Gets a 304 without a body if the resource still has this ETag',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    schema: { type: 'string', examples: ['handling=strict'] },
    description: '`handling=strict` refuses fields and parameters this operation does not know, instead of ignoring them (RFC 7240)',
  },
} as const satisfies ZodOpenApiComponentsObject['parameters'];

/** How callers prove who they are. */
export const callerSchemes = {
  ApiKeyAuth: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'API key of a user. It decides the tenant.' },
  BearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWE', description: 'Session token of a signed-in user.' },
  SessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'authjs.session-token',
    description:
      'Session cookie of a signed-in user, of any name that ends in `.session-token`. What changes something has to come from a page of an allowed origin, or bring the CSRF token in `x-csrf-token`.',
  },
} as const satisfies ZodOpenApiComponentsObject['securitySchemes'];

/** How a program without a user proves that it knows the shared secret. */
export const signatureScheme = {
  WebhookSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'x-webhook-signature',
    description: 'HMAC-SHA256 of the request with the shared secret, in hexadecimal digits.',
  },
} as const satisfies ZodOpenApiComponentsObject['securitySchemes'];

/** Refers to a header component. */
export const headerRef = (name: keyof typeof headerComponents) => ({ $ref: `#/components/headers/${name}` });

/** Refers to a request-header component. */
export const parameterRef = (name: keyof typeof parameterComponents) => ({ $ref: `#/components/parameters/${name}` });

/** What the gateway tells a caller about its quota. */
export const quotaHeaders = {
  'RateLimit-Policy': headerRef('RateLimitPolicy'),
  RateLimit: headerRef('RateLimit'),
  'X-RateLimit-Limit': headerRef('XRateLimitLimit'),
  'X-RateLimit-Remaining': headerRef('XRateLimitRemaining'),
};
