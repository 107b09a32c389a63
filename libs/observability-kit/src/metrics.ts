import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DurationHistogram } from './duration-histogram.ts';

/** Read when the figures are asked for: a value, or several by the values of their labels. */
type Reading = number | readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];

/** Waking up a hundred times a second to measure the event loop, as is the default, is a cost of its own. */
const LOOP_PRECISION_MS = 50;

/** The figures of one service, by rate, errors and duration; no label grows with tenants or paths. */
export function createMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const registers = [registry];
  const requests = new DurationHistogram<'method' | 'route' | 'status'>({
    name: 'http_server_request_duration_seconds',
    help: 'Requests served, by route template',
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registry,
  });
  const rpcs = new Histogram({
    name: 'nats_request_duration_seconds',
    help: 'RPC calls made to other services and handled for them',
    labelNames: ['side', 'method', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5],
    registers,
  });
  const deprecatedRequests = new Counter({
    name: 'http_requests_deprecated_total',
    help: 'Requests that used a deprecated route, or a deprecated member of one',
    labelNames: ['method', 'route'],
    registers,
  });
  return {
    registry,
    requestServed(method: string, route: string, status: number, seconds: number): void {
      requests.observe(`${method} ${route} ${status}`, () => ({ method, route, status: String(status) }), seconds);
    },
    deprecatedUsed(method: string, route: string): void {
      deprecatedRequests.inc({ method, route });
    },
    rpcFinished({ side, method, outcome, seconds }: { side: string; method: string; outcome: string; seconds: number }): void {
      rpcs.labels(side, method, outcome).observe(seconds);
    },
    requestsShed: new Counter({
      name: 'http_requests_shed_total',
      help: 'Requests refused with 503 because a service has more than it can serve',
      labelNames: ['upstream'],
      registers,
    }),
    eventsHandled: new Counter({
      name: 'events_handled_total',
      help: 'Events by consumer and outcome',
      labelNames: ['consumer', 'outcome'],
      registers,
    }),
    jobsEnded: new Counter({
      name: 'queue_jobs_total',
      help: 'Attempts at jobs by queue and outcome',
      labelNames: ['queue', 'outcome'],
      registers,
    }),
    gauge(name: string, help: string, read: () => Reading | Promise<Reading>, labelNames: readonly string[] = []): void {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        // One that cannot be read must not take the others with it, least of all when the database is down.
        async collect() {
          const reading = await Promise.resolve()
            .then(read)
            .catch(() => (labelNames.length === 0 ? Number.NaN : []));
          this.reset();
          if (typeof reading === 'number') this.set(reading);
          else for (const [labels, value] of reading) this.set(labels, value);
        },
      });
    },
    /** Memory, CPU, garbage collection and the lag of the event loop: of the whole process, so asked for once in it. */
    watchProcess(): void {
      collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_PRECISION_MS });
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** What a scrape is answered. */
export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

/** The figures of all services of a process, each metric described once. */
export async function exposition(all: readonly Pick<Metrics, 'registry'>[]): Promise<Exposition> {
  const names = new Set(all.flatMap(({ registry }) => registry.getMetricsAsArray().map(({ name }) => name)));
  const texts = await Promise.all([...names].map(async (name) => seriesOf(name, all)));
  return { contentType: Registry.PROMETHEUS_CONTENT_TYPE, text: `${texts.join('\n\n')}\n` };
}

async function seriesOf(name: string, all: readonly Pick<Metrics, 'registry'>[]): Promise<string> {
  const having = all.filter(({ registry }) => registry.getSingleMetric(name) !== undefined);
  const texts = await Promise.all(having.map(({ registry }) => registry.getSingleMetricAsString(name)));
  // The first two lines of each say what the metric is.
  return texts.flatMap((text, index) => (index === 0 ? text : text.split('\n').slice(2).join('\n') || [])).join('\n');
}
