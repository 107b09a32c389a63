import { activeTraceParent, isTracing, traceIds } from '@psa/trace-kit';
import pino, { type DestinationStream, type Logger } from 'pino';
import { redactedMembers } from './redact.ts';

export type Log = Logger;

/** Lines are written together: a write for each costs more than making the line. Whatever is left is written on exit. */
const BATCH = { minLength: 12_288, periodicFlush: 100 };

const destinations = new WeakMap<Log, DestinationStream>();

let output: DestinationStream | undefined;

/** One for all logs of the process: two would write into the middle of each other's lines. */
function standardOutput(): DestinationStream {
  return (output ??= pino.destination({ sync: false, ...BATCH }));
}

/**
 * JSON lines on standard output; secrets are removed wherever they stand.
 * @param service whose log it is, in every line
 * @param version of the build, in every line when given
 */
export function createLog(service: string, level: string, destination: DestinationStream = standardOutput(), version?: string): Log {
  const log = pino(
    {
      level,
      base: { service, ...(version !== undefined && { version }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(isTracing() && { mixin: () => traceIds(activeTraceParent()) }),
      formatters: { level: (label) => ({ level: label }), bindings: redactedMembers, log: redactedMembers },
      // Errors are described by then.
      serializers: { err: (described: unknown) => described },
    },
    destination,
  );
  destinations.set(log, destination);
  return log;
}

/** Where the lines of a log made here go. */
export function destinationOf(log: Log): DestinationStream {
  const destination = destinations.get(log);
  if (destination === undefined) throw new Error('The log was not made by createLog');
  return destination;
}
