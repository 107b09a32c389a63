export { activeTraceParent, inSpan, isTracing, Span, startSpan, traceAs } from './span.ts';
export { startTracing, type StopTracing } from './start-tracing.ts';
export { formatTraceParent, parseTraceParent, traceIds } from './trace-parent.ts';
