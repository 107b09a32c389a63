import type { SpanContext } from '@opentelemetry/api';

const TRACE_PARENT = /^00-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})$/;

/** The span a W3C `traceparent` names; undefined when it is none. */
export function parseTraceParent(text: string | null | undefined): SpanContext | undefined {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(text ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags ?? '0', 16), isRemote: true };
}

/** A span as a W3C `traceparent`. */
export function formatTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** What a line of a log says of the trace it belongs to. */
export function traceIds(traceparent: string | null | undefined): { trace_id?: string; span_id?: string } {
  // Cut, not parsed: it is done for every line, and what carries no trace was refused where it came in.
  return typeof traceparent === 'string' && traceparent.length === 55
    ? { trace_id: traceparent.slice(3, 35), span_id: traceparent.slice(36, 52) }
    : {};
}
