import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The figures of one process, by rate, errors and duration; no label grows with tenants or paths. */
export function createMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_server_request_duration_seconds', help: 'Requests served, by route template', labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10], registers,
  });
  // Finding a histogram's child by its labels costs more than observing it.
  const children = new Map<string, ReturnType<typeof requests.labels>>();
  return {
    registry,
    requestServed(method: string, route: string, status: number, seconds: number): void {
      const key = `${method} ${route} ${status}`;
      let child = children.get(key);
      if (child === undefined) children.set(key, (child = requests.labels(method, route, String(status))));
      child.observe(seconds);
    },
    eventsHandled: new Counter({ name: 'events_handled_total', help: 'Events by consumer and outcome', labelNames: ['consumer', 'outcome'], registers }),
    gauge(name: string, help: string, read: () => number | Promise<number>): void {
      // Registered by construction; read when scraped. One that cannot be read must not take the others with it, least of all
      // when the database is down.
      new Gauge({ name, help, registers, async collect() { this.set(await Promise.resolve().then(read).catch(() => Number.NaN)); } });
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
