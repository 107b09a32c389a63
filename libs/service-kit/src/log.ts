import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

const secrets = ['authorization', 'cookie', 'x-api-key', 'password', 'token', 'secret', 'code', 'set-cookie', 'x-webhook-signature', 'api_key'];

/** Lines are written together: a write for each costs more than making the line. Whatever is left is written on exit. */
const BATCH = { minLength: 4_096, periodicFlush: 100 };

/**
 * JSON lines on standard output; secrets are removed wherever they stand up to two levels deep.
 * @param service name of the process, in every line
 */
export function createLog(service: string, level: string, destination?: DestinationStream): Log {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '[REDACTED]' },
    serializers: { err: describeError },
  }, destination ?? pino.destination({ sync: false, ...BATCH }));
}

/** Postgres puts values of the row into `detail`: only what says where and why is kept. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string };
  return { name, message, code, constraint, table, stack, ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }) };
}
