import pino, { type DestinationStream, type Logger } from 'pino';
import { redactedMembers } from './redact.ts';

export type Log = Logger;

/** Lines are written together: a write for each costs more than making the line. Whatever is left is written on exit. */
const BATCH = { minLength: 4_096, periodicFlush: 100 };

/**
 * JSON lines on standard output; secrets are removed wherever they stand.
 * @param service name of the process, in every line
 */
export function createLog(service: string, level: string, destination?: DestinationStream): Log {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), bindings: redactedMembers, log: redactedMembers },
    // Errors are described by then.
    serializers: { err: (described: unknown) => described },
  }, destination ?? pino.destination({ sync: false, ...BATCH }));
}
