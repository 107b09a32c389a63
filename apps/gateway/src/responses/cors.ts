/** What a browser on a page of another origin may send and see. */
const PREFLIGHT = [
  'access-control-allow-methods',
  'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers',
  'Content-Type, Authorization, X-API-Key, X-CSRF-Token, X-Auth-Return-Redirect, X-Tenant-ID, X-Request-ID, Idempotency-Key, X-Idempotency-Key, If-Match, If-None-Match, Prefer, traceparent',
  'access-control-max-age',
  '86400',
] as const;

const EXPOSED =
  'X-Request-Id, ETag, Link, Location, RateLimit, RateLimit-Policy, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, Idempotency-Replayed, Content-Disposition, Deprecation, Sunset';

/** Cross-origin access for the origins on the list, and for nobody else. */
export class CorsPolicy {
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** Adds the headers that let a page of an allowed origin read the answer. */
  allow(origin: string, head: string[]): void {
    if (this.#origins.size === 0) return;
    head.push('vary', 'Origin');
    if (!this.#origins.has(origin)) return;
    head.push('access-control-allow-origin', origin, 'access-control-allow-credentials', 'true', 'access-control-expose-headers', EXPOSED);
  }

  /** Adds the answer to a browser's question whether it may call at all. */
  allowPreflight(origin: string | undefined, head: string[]): void {
    if (origin !== undefined && this.#origins.has(origin)) head.push(...PREFLIGHT);
  }
}
