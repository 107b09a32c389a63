/** One fault of a request: where it is, what kind it is, and what to do about it. */
export interface PsaIssue {
  /** Member or parameter at fault, such as `items.0.quantity`; empty where the request as a whole is. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
  /** Row that stands in the way, for a conflict that names one. */
  readonly existingId?: string;
}

interface PsaErrorFacts {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: readonly PsaIssue[];
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly etag?: string | undefined;
  readonly body: unknown;
}

/** An answer that is an error, in one form whatever the route: or none at all, with status 0, when the API could not be reached. */
export class PsaError extends Error {
  readonly status: number;
  /** Stable name of the error, such as `VALIDATION_ERROR`. */
  readonly code: string;
  readonly details: readonly PsaIssue[];
  /** Tells the operator of the API which request it was. */
  readonly requestId: string | undefined;
  /** How long to wait before the next attempt, when the API said so. */
  readonly retryAfterMs: number | undefined;
  /** Tag of the row as it is now, when a change was refused because it had changed. */
  readonly etag: string | undefined;
  /** The body as it came. */
  readonly body: unknown;

  constructor(facts: PsaErrorFacts, options?: ErrorOptions) {
    super(facts.message, options);
    this.name = 'PsaError';
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
    this.etag = facts.etag;
    this.body = facts.body;
  }

  /** Row that stands in the way of a create or an update. */
  get existingId(): string | undefined {
    return this.details.find(({ existingId }) => existingId !== undefined)?.existingId;
  }
}

interface ErrorBody {
  readonly error?: string | { readonly code?: string; readonly message?: string; readonly details?: unknown; readonly request_id?: string };
  readonly code?: string;
  readonly details?: unknown;
  readonly request_id?: string;
  readonly meta?: { readonly request_id?: string };
}

/** Reads an error in whichever of the API's three forms it came, and an answer of something else on the way as it is. */
export async function errorOf(response: Response): Promise<PsaError> {
  const text = await response.text().catch(() => '');
  const body = parsed(text);
  const { error, code, details, request_id, meta } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
  const nested = typeof error === 'object' ? error : undefined;
  const fallback = `The API answered ${response.status}`;
  return new PsaError({
    status: response.status,
    code: nested?.code ?? code ?? 'UNKNOWN_ERROR',
    message: nested?.message ?? (typeof error === 'string' ? error : fallback),
    details: issuesOf(nested?.details ?? details),
    requestId: nested?.request_id ?? request_id ?? meta?.request_id ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterOf(response.headers.get('retry-after')),
    etag: response.headers.get('etag') ?? undefined,
    body: body ?? text,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface RawIssue {
  readonly path?: readonly (string | number)[];
  readonly field?: string;
  readonly code?: string;
  readonly message?: string;
  readonly existing_id?: string | null;
}

function issuesOf(details: unknown): PsaIssue[] {
  const list: unknown = Array.isArray(details) ? details : (details as { errors?: unknown } | null | undefined)?.errors;
  if (!Array.isArray(list)) return [];
  return (list as RawIssue[]).map(({ path, field, code, message, existing_id }) => ({
    path: field ?? (path ?? []).join('.'),
    code: code ?? 'unknown',
    message: message ?? '',
    ...(typeof existing_id === 'string' && { existingId: existing_id }),
  }));
}

/** Seconds or a date, in milliseconds from now. */
export function retryAfterOf(header: string | null, now: number = Date.now()): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
