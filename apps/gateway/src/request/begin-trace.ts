import { randomFillSync } from 'node:crypto';
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

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
/** Drawn for many at once: each draw asks the operating system. */
const drawn = Buffer.alloc(128 * (TRACE_BYTES + SPAN_BYTES));
let used = drawn.length;

function newTraceParent(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  return `00-${nextHex(TRACE_BYTES)}-${nextHex(SPAN_BYTES)}-01`;
}

function nextHex(bytes: number): string {
  used += bytes;
  return drawn.toString('hex', used - bytes, used);
}
