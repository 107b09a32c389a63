import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseTraceParent, type Span, startSpan } from '@psa/trace-kit';

/**
 * W3C Trace Context of a request: below the caller's span when it has one, the root of a new trace otherwise. It is passed on
 * and logged also while tracing is off.
 */
export function beginTrace({ headers, method }: IncomingMessage): { traceparent: string; span: Span | undefined } {
  const given = headers['traceparent'];
  const caused = typeof given === 'string' && parseTraceParent(given) !== undefined ? given : undefined;
  const span = startSpan('server', method ?? 'GET', caused);
  return { traceparent: span?.traceparent ?? caused ?? newTraceParent(), span };
}

function newTraceParent(): string {
  const trace = randomUUID().replaceAll('-', '');
  return `00-${trace}-${trace.slice(16)}-01`;
}
