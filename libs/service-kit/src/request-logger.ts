import type { Finished } from '@psa/http-kit';
import { traceIds } from '@psa/trace-kit';
import type { Log } from '@psa/observability-kit';
import type { Metrics } from '@psa/observability-kit';

/** Counts every request; logs faults as errors and the rest for debugging: the gateway's access log has them once already. */
export function requestLogger(log: Log, metrics: Metrics): (finished: Finished) => void {
  const debug = log.isLevelEnabled('debug');
  return ({ method, route, status, milliseconds, requestId, traceparent, principal, fault, deprecated, streamed }) => {
    if (deprecated) metrics.deprecatedUsed(method, route);
    if (!streamed) metrics.requestServed(method, route, status, milliseconds / 1000);
    if (fault === undefined && !debug) return;
    const line = {
      method,
      route,
      status,
      dur_ms: Math.round(milliseconds * 10) / 10,
      request_id: requestId,
      ...traceIds(traceparent),
      tenant_id: principal?.tenant,
      actor_id: principal?.userId,
    };
    if (fault === undefined) log.debug(line, 'request');
    else log.error({ ...line, err: fault }, 'request failed');
  };
}
