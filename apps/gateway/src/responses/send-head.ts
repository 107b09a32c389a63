import type { Exchange } from '../exchange.ts';
import type { CorsPolicy } from './cors.ts';

/** For browsers that happen upon the API: nothing in it is a script, a frame, or somewhere to send a referrer from. */
const ALWAYS = ['x-content-type-options', 'nosniff', 'x-frame-options', 'DENY', 'referrer-policy', 'no-referrer'] as const;

const HSTS = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const;

/** For pages that bring no policy of their own. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

/**
 * The headers of any answer, name and value in turn: Node writes such a list as it is.
 * @param closing whether the gateway is about to stop, and wants callers to connect anew, to another one
 */
export function answerHead(cors: CorsPolicy, closing: () => boolean): (exchange: Exchange) => string[] {
  return (exchange) => {
    const { requestId, admission, origin, request } = exchange;
    const head: string[] = ['x-request-id', requestId, ...ALWAYS];
    if (admission !== undefined) {
      head.push(
        'ratelimit-policy',
        admission.policy,
        'ratelimit',
        admission.state,
        'x-ratelimit-limit',
        String(admission.limit),
        'x-ratelimit-remaining',
        String(admission.remaining),
      );
    }
    if (origin.https) head.push(...HSTS);
    if (request.headers.origin !== undefined) cors.allow(request.headers.origin, head);
    if (closing()) head.push('connection', 'close');
    return head;
  };
}
