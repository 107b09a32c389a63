export type EgressFault =
  /** The product must not call there. */
  'forbidden' | 'dns' | 'connect' | 'tls' | 'timeout' | 'too_large' | 'unknown';

/** Why a call to the outside did not succeed. The message is for people and names no internal address. */
export class EgressError extends Error {
  readonly fault: EgressFault;

  constructor(fault: EgressFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EgressError';
    this.fault = fault;
  }
}

const DNS_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'ENODATA', 'ESERVFAIL']);
const CONNECT_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT',
]);
const TIMEOUT_CODES = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Sorts what a failed call threw. */
export function toEgressError(thrown: unknown): EgressError {
  if (thrown instanceof EgressError) return thrown;
  const { name, code, cause, errors } = (thrown ?? {}) as { name?: string; code?: string; cause?: unknown; errors?: unknown[] };
  // A connection tried at several addresses fails with all their reasons at once.
  const inner = cause ?? errors?.[0];
  if (inner instanceof EgressError) return inner;
  if (name === 'TimeoutError' || TIMEOUT_CODES.has(code ?? ''))
    return new EgressError('timeout', 'The server did not answer in time', { cause: thrown });
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return new EgressError('too_large', 'The head of the answer is too long', { cause: thrown });
  if (DNS_CODES.has(code ?? '')) return new EgressError('dns', 'The host name could not be resolved', { cause: thrown });
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/.test(code ?? '')) {
    return new EgressError('tls', "The server's certificate or TLS is not acceptable", { cause: thrown });
  }
  if (CONNECT_CODES.has(code ?? '') || errors !== undefined)
    return new EgressError('connect', 'The server could not be reached', { cause: thrown });
  return new EgressError('unknown', 'The call failed', { cause: thrown });
}
