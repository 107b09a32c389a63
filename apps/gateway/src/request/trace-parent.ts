import { randomUUID } from 'node:crypto';

const TRACE_PARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** W3C Trace Context: the caller's span when it has one, the root of a new trace otherwise. */
export function traceParent(given: string | string[] | undefined): string {
  return typeof given === 'string' && TRACE_PARENT.test(given) ? given : newTraceParent();
}

function newTraceParent(): string {
  const trace = randomUUID().replaceAll('-', '');
  return `00-${trace}-${trace.slice(16)}-01`;
}
