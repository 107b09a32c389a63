import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '@psa/contract-kit';
import type { CredentialBearer } from './authenticator.ts';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const CSRF_COOKIES = ['__Host-authjs.csrf-token', 'authjs.csrf-token'] as const;
const TOKEN = /^[0-9a-f]{64}$/;

/** Tells requests that a page of ours sent from those that another site made a browser send with our cookies. */
export class CrossSiteGuard {
  readonly #origins: ReadonlySet<string>;
  readonly #protocol: string | undefined;

  /**
   * @param origins whose pages may call the API
   * @param publicUrl where the API is reached. Pages of the host a request is for may call it as well: a stack of one's own is known
   * by several names. But not those that came without encryption where the API has it.
   */
  constructor(origins: readonly string[], publicUrl: URL | undefined) {
    this.#origins = new Set(publicUrl === undefined ? origins : [...origins, publicUrl.origin]);
    this.#protocol = publicUrl?.protocol;
  }

  /**
   * For a request whose credential is a cookie. Browsers say in `origin` which page sends what changes something, and no page can
   * make them say otherwise. Where nothing is said, `x-csrf-token` has to be the token of the CSRF cookie: a header no form can
   * send, with a value only our own pages can read.
   * @throws FORBIDDEN
   */
  demandOwnPage({ method, headers }: CredentialBearer, cookies: ReadonlyMap<string, string>): void {
    if (READS.has(method ?? 'GET')) return;
    const { origin, host } = headers;
    const ours =
      origin === undefined
        ? CSRF_COOKIES.some((name) => isTokenOf(cookies.get(name), headers['x-csrf-token']))
        : this.#origins.has(origin) || this.#isSameHost(origin, host);
    if (!ours)
      throw new ApiError(
        'FORBIDDEN',
        'A change by session cookie has to come from a page of this origin, or bring the CSRF token in x-csrf-token',
      );
  }

  #isSameHost(origin: string, host: string | undefined): boolean {
    const url = URL.parse(origin);
    return url !== null && url.host === host?.toLowerCase() && (this.#protocol === undefined || url.protocol === this.#protocol);
  }
}

/** The token stands ahead of its signature, which identity checks when a form brings it. */
function isTokenOf(cookie: string | undefined, sent: string | string[] | undefined): boolean {
  const token = cookie?.split('|', 1)[0] ?? '';
  return typeof sent === 'string' && TOKEN.test(sent) && TOKEN.test(token) && timingSafeEqual(Buffer.from(token), Buffer.from(sent));
}
