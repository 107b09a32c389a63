import { ApiError } from '@psa/contract-kit';

const byPostgresCode: Record<string, () => ApiError> = {
  '23505': () => new ApiError('CONFLICT'),
  '23P01': () => new ApiError('CONFLICT'),
  '23503': () => new ApiError('BAD_REQUEST', 'Invalid reference'),
  '23514': () => new ApiError('BAD_REQUEST', 'A value is out of range'),
  '22003': () => new ApiError('BAD_REQUEST', 'A number is out of range'),
  '22001': () => new ApiError('BAD_REQUEST', 'A text is too long'),
  '22007': () => new ApiError('BAD_REQUEST', 'A date or time is out of range'),
  '22008': () => new ApiError('BAD_REQUEST', 'A date or time is out of range'),
  '22021': () => new ApiError('BAD_REQUEST', 'A text cannot be stored'),
  '22P05': () => new ApiError('BAD_REQUEST', 'A text cannot be stored'),
  // Statement, lock or idle timeout, shutdown, too many connections, read-only or full: the caller may try again.
  '57014': () => unavailable(),
  '55P03': () => unavailable(),
  '57P01': () => unavailable(),
  '57P02': () => unavailable(),
  '57P03': () => unavailable(),
  '57P05': () => unavailable(),
  '25P03': () => unavailable(),
  '08003': () => unavailable(),
  '08006': () => unavailable(),
  '53100': () => unavailable(),
  '53200': () => unavailable(),
  '53300': () => unavailable(),
  '25006': () => unavailable(),
  '40001': () => unavailable(),
  '40P01': () => unavailable(),
};

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/** What pg says, without a code, when a connection broke, was not to be had in time, is silent, or is closing with the process. */
const connectionLost =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed|Client has encountered a connection error|Cannot use a pool after)/;

export function unavailable(message?: string): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', message);
}

/** Turns whatever was thrown into an answer; text of the database or of the code never reaches the caller. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const { code, message } = (thrown ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string') {
    const known = byPostgresCode[code];
    if (known !== undefined) return known();
    if (connectionCodes.has(code)) return unavailable();
  }
  if (typeof message === 'string' && connectionLost.test(message)) return unavailable();
  return new ApiError('INTERNAL_ERROR');
}
