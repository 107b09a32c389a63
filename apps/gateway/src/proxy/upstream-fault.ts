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
  // It is starting or stopping, and will be back: nothing is wrong with what it says, so it is no bad gateway.
  if (code === 'ECONNREFUSED') return unavailable(`The ${service} service refuses connections`);
  if (isReset(error)) return unavailable(`The ${service} service broke the connection off: a change may or may not have been made`);
  return new ApiError('BAD_GATEWAY');
}

/** Whether the other side broke the connection off. */
export function isReset({ code = '' }: NodeJS.ErrnoException): boolean {
  return RESET.has(code);
}
