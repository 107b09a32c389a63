/**
 * Every error code of the product with the HTTP status it is sent with and the message used when none is given.
 * A code's meaning never changes; a new meaning gets a new code.
 */
export const errorCodes = {
  VALIDATION_ERROR: { status: 400, message: 'Validation failed' },
  BAD_REQUEST: { status: 400, message: 'Bad request' },
  UNSUPPORTED_LANGUAGE: { status: 400, message: 'This language is not supported' },
  UNAUTHORIZED: { status: 401, message: 'Invalid API key' },
  FORBIDDEN: { status: 403, message: 'Permission denied' },
  NOT_FOUND: { status: 404, message: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time' },
  CONFLICT: { status: 409, message: 'Resource already exists' },
  REQUEST_IN_FLIGHT: { status: 409, message: 'A request with this Idempotency-Key is still being processed' },
  CURSOR_EXPIRED: { status: 410, message: 'What lies after this position is no longer kept' },
  PRECONDITION_FAILED: { status: 412, message: 'The resource was changed since it was read' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The content type is not supported here' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was used with another request' },
  RATE_LIMITED: { status: 429, message: 'Too many requests' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request headers are too large' },
  INTERNAL_ERROR: { status: 500, message: 'An unexpected error occurred' },
  NOT_IMPLEMENTED: { status: 501, message: 'Not implemented' },
  BAD_GATEWAY: { status: 502, message: 'The upstream service gave no valid answer' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is temporarily unavailable' },
  GATEWAY_TIMEOUT: { status: 504, message: 'The upstream service did not answer in time' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

/** Codes any route may answer with by construction, whether or not its literal names them. */
export const impliedErrorCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'METHOD_NOT_ALLOWED',
  'REQUEST_IN_FLIGHT',
  'PRECONDITION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_KEY_REUSED',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'BAD_GATEWAY',
  'SERVICE_UNAVAILABLE',
  'GATEWAY_TIMEOUT',
]);
