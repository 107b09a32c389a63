import type { Log, Metrics } from '@psa/service-kit';
import { traceIds } from '@psa/trace-kit';
import type { Exchange } from './exchange.ts';
import type { UsageCounter } from './usage-counter.ts';

const UNMATCHED = '(unmatched)';
/** nginx's number for a caller that went away before its answer. */
const CALLER_GONE = 499;

/** Notes a finished exchange: one line in the log, one observation in the metrics, one count in the usage. */
export function accessLog(log: Log, metrics: Metrics, usage: UsageCounter): (exchange: Exchange) => void {
  return ({ request, response, requestId, traceparent, span, entry, caller, startedAt, fault, endStream }) => {
    const milliseconds = performance.now() - startedAt;
    const status = response.headersSent ? response.statusCode : CALLER_GONE;
    const route = entry?.route.path ?? UNMATCHED;
    // How long a stream lasts says nothing of the service.
    const streamed = endStream !== undefined;
    if (!streamed) metrics.requestServed(request.method, route, status, milliseconds / 1000);
    if (caller !== undefined && entry !== undefined && !streamed) usage.count(caller.tenant, entry.endpoint, status, milliseconds);
    log.info({
      method: request.method, route, status, dur_ms: Math.round(milliseconds * 10) / 10, request_id: requestId, ...traceIds(traceparent),
      tenant_id: caller?.tenant, actor_id: caller?.user_id, upstream: entry?.service,
    }, 'request');
    if (fault !== undefined) log.error({ err: fault, route, request_id: requestId, ...traceIds(traceparent) }, 'request failed');
    span?.rename(`${request.method} ${route}`);
    span?.end({ 'http.request.method': request.method, 'http.route': route, 'http.response.status_code': status }, fault);
  };
}
