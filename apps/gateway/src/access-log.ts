import { lineLog, type Log, type Metrics } from '@psa/observability-kit';
import { traceIds } from '@psa/trace-kit';
import type { Exchange } from './exchange.ts';
import type { UsageCounter } from './usage-counter.ts';

const UNMATCHED = '(unmatched)';
/** nginx's number for a caller that went away before its answer. */
const CALLER_GONE = 499;

/** Notes a finished exchange: one line in the log, one observation in the metrics, one count in the usage. */
export function accessLog(log: Log, metrics: Metrics, usage: UsageCounter): (exchange: Exchange) => void {
  const write = lineLog(log, 'request');
  return (exchange) => {
    const { request, response, requestId, traceparent, span, entry, caller, startedAt, fault, endStream } = exchange;
    const milliseconds = performance.now() - startedAt;
    const status = response.headersSent ? response.statusCode : CALLER_GONE;
    const route = entry?.route.path ?? UNMATCHED;
    // How long a stream lasts says nothing of the service.
    const streamed = endStream !== undefined;
    if (!streamed) metrics.requestServed(request.method, route, status, milliseconds / 1000);
    if (caller !== undefined && entry !== undefined && !streamed) usage.count(caller.tenant, entry.endpoint, status, milliseconds);
    write(requestMembers(request.method, route, status, milliseconds, exchange));
    if (fault !== undefined) log.error({ err: fault, route, request_id: requestId, ...traceIds(traceparent) }, 'request failed');
    span?.rename(`${request.method} ${route}`);
    span?.end({ 'http.request.method': request.method, 'http.route': route, 'http.response.status_code': status }, fault);
  };
}

/** All of it is the product's own words, numbers and ids, or was held against a pattern when it came in: nothing needs quoting. */
function requestMembers(
  method: string,
  route: string,
  status: number,
  milliseconds: number,
  { requestId, traceparent, caller, entry }: Exchange,
): string {
  const { trace_id, span_id } = traceIds(traceparent);
  return (
    `,"method":"${method}","route":"${route}","status":${status},"dur_ms":${Math.round(milliseconds * 10) / 10},"request_id":"${requestId}"` +
    `,"trace_id":"${trace_id}","span_id":"${span_id}"` +
    (caller === undefined ? '' : `,"tenant_id":"${caller.tenant}","actor_id":"${caller.user_id}"`) +
    (entry === undefined ? '' : `,"upstream":"${entry.service}"`)
  );
}
