import { type ErrorCode, errorCodes } from './error-codes.ts';

/** One fault of the input: where it is, what kind it is, and what to do about it. */
export interface Issue {
  code: string;
  path: (string | number)[];
  message: string;
}

/** What is away for now is worth another try, whichever service said so. */
const COME_BACK = { 'retry-after': '1' };

/** An answer that is an error. Thrown anywhere below a route, it is rendered in the route's error form. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param code names the error and decides the HTTP status
   * @param message for people; the code's own message when left out
   * @param details machine-readable detail, such as the issues of a validation
   * @param headers extra response headers, such as `Retry-After`, which is a second for SERVICE_UNAVAILABLE
   */
  constructor(code: ErrorCode, message?: string, details?: unknown, headers: Record<string, string> = {}) {
    super(message ?? errorCodes[code].message);
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
    this.headers = code === 'SERVICE_UNAVAILABLE' ? { ...COME_BACK, ...headers } : headers;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** A 404 for a resource that is absent or belongs to another tenant: the two cannot be told apart. */
export function notFound(resource: string): ApiError {
  return new ApiError('NOT_FOUND', `${resource} not found`);
}

/** A 409 that says what stands in the way. */
export function conflict(message: string, details?: unknown): ApiError {
  return new ApiError('CONFLICT', message, details);
}

/** A 400 that names the field at fault, for rules a schema cannot decide alone. */
export function invalidField(path: string | (string | number)[], message: string, code = 'custom'): ApiError {
  const issue: Issue = { code, path: Array.isArray(path) ? path : [path], message };
  return new ApiError('VALIDATION_ERROR', undefined, [issue]);
}

/** Tells whether an error says what its caller did wrong. Other errors say that a service failed. */
export function isRefusal(thrown: unknown): thrown is ApiError {
  return thrown instanceof ApiError && thrown.status < 500;
}

/** What is said of one item of a bulk request that was refused. */
export interface ItemRefusal {
  readonly code: string;
  readonly message: string;
}

/**
 * Turns the error of one item of a bulk request into what is said of it. The message of a validation error lists its fields.
 * @throws the error itself when it is no refusal
 */
export function itemRefusal(thrown: unknown): ItemRefusal {
  if (!isRefusal(thrown)) throw thrown;
  const issues = Array.isArray(thrown.details) ? (thrown.details as { path?: unknown[]; message?: string }[]) : [];
  const faults = issues.flatMap(({ path = [], message }) => (message === undefined ? [] : [`${path.join('.')}: ${message}`]));
  return { code: thrown.code, message: faults.length === 0 ? thrown.message : faults.join('; ') };
}
