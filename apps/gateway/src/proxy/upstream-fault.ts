import { ApiError } from '@psa/contract-kit';
import { unavailable } from '@psa/http-kit';

/** The name leads nowhere, or no way leads there: the service is gone, or not yet there. */
const UNREACHABLE = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ETIMEDOUT']);

/** The connection ended under a request: nobody knows whether the service had begun on it. */
const RESET = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

/** The answer to a request whose service gave none. */
export function upstreamFault(service: string, error: NodeJS.ErrnoException): ApiError {
  const { code = '' } = error;
  if (UNREACHABLE.has(code)) return unavailable(`The ${service} service cannot be reached`);
  // Nothing was sent yet, so the request may be sent again, whatever it is.
  if (code === 'ECONNREFUSED') return new ApiError('BAD_GATEWAY', `The ${service} service refuses connections`, undefined, { 'retry-after': '1' });
  return new ApiError('BAD_GATEWAY', isReset(error) ? `The ${service} service broke the connection off` : undefined);
}

/** Whether the other side broke the connection off. */
export function isReset({ code = '' }: NodeJS.ErrnoException): boolean {
  return RESET.has(code);
}
