import type { Resource } from './resource.ts';

interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly queries: readonly { readonly expr: string; readonly legend: string }[];
}

const OURS = 'job="psa", namespace=~"$namespace"';
const by = (service: string) => `{${OURS}, service=~"${service}"}`;
const SELECTED = by('$service');
const requests = (more: string) => `http_server_request_duration_seconds_count{${OURS}, service=~"$service"${more}}`;

/** What 99 of 100 stay below, by the given labels. */
const p99 = (labels: string, buckets: string) => `histogram_quantile(0.99, sum by (${labels}, le) (rate(${buckets}[$__rate_interval])))`;

const panels: readonly Panel[] = [
  {
    title: 'Requests',
    unit: 'reqps',
    queries: [{ expr: `sum by (service) (rate(${requests('')}[$__rate_interval]))`, legend: '{{service}}' }],
  },
  {
    title: 'Errors',
    unit: 'percentunit',
    queries: [
      {
        expr: `sum by (service) (rate(${requests(', status=~"5.."')}[$__rate_interval])) / sum by (service) (rate(${requests('')}[$__rate_interval]))`,
        legend: '{{service}}',
      },
    ],
  },
  {
    title: 'Duration',
    unit: 's',
    queries: ['0.5', '0.99'].map((quantile) => ({
      expr: `histogram_quantile(${quantile}, sum by (service, le) (rate(http_server_request_duration_seconds_bucket${SELECTED}[$__rate_interval])))`,
      legend: `{{service}} p${Number(quantile) * 100}`,
    })),
  },
  {
    title: 'Slowest routes',
    unit: 's',
    queries: [
      {
        expr: `topk(10, ${p99('service, method, route', `http_server_request_duration_seconds_bucket${SELECTED}`)})`,
        legend: '{{service}} {{method}} {{route}}',
      },
    ],
  },
  {
    title: 'RPC between services',
    unit: 's',
    queries: [
      {
        expr: p99('method', `nats_request_duration_seconds_bucket{${OURS}, side="client", service=~"$service"}`),
        legend: '{{method}}',
      },
    ],
  },
  {
    title: 'Events not published',
    unit: 's',
    queries: [{ expr: `max by (service) (outbox_oldest_age_seconds${SELECTED})`, legend: '{{service}} oldest' }],
  },
  {
    title: 'Events not handled',
    unit: 'short',
    queries: [{ expr: `max by (consumer) (consumer_lag${SELECTED})`, legend: '{{consumer}}' }],
  },
  {
    title: 'Events handled',
    unit: 'ops',
    queries: [
      { expr: `sum by (consumer, outcome) (rate(events_handled_total${SELECTED}[$__rate_interval]))`, legend: '{{consumer}} {{outcome}}' },
    ],
  },
  { title: 'Dead letters', unit: 'short', queries: [{ expr: `max by (consumer) (dead_letters${SELECTED})`, legend: '{{consumer}}' }] },
  {
    title: 'Database connections',
    unit: 'short',
    queries: [
      { expr: `sum by (service, pool) (db_pool_total${SELECTED} - db_pool_idle${SELECTED})`, legend: '{{service}} {{pool}} in use' },
      { expr: `sum by (service, pool) (db_pool_waiting${SELECTED})`, legend: '{{service}} {{pool}} waited for' },
    ],
  },
  {
    title: 'Event loop',
    unit: 's',
    queries: [{ expr: `max by (pod) (nodejs_eventloop_lag_p99_seconds${SELECTED})`, legend: '{{pod}} p99' }],
  },
  { title: 'Memory', unit: 'bytes', queries: [{ expr: `max by (pod) (process_resident_memory_bytes${SELECTED})`, legend: '{{pod}}' }] },
  {
    title: 'CPU',
    unit: 'percentunit',
    queries: [{ expr: `sum by (pod) (rate(process_cpu_seconds_total${SELECTED}[$__rate_interval]))`, legend: '{{pod}}' }],
  },
];

const [COLUMNS, WIDTH, HEIGHT] = [2, 12, 8];
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

/** A list to choose from: the values of a label. @param selector of the series that have it */
function choice(label: string, selector: string): object {
  return {
    name: label,
    type: 'query',
    datasource: DATASOURCE,
    query: `label_values(http_server_request_duration_seconds_count{${selector}}, ${label})`,
    refresh: 2,
    includeAll: true,
    multi: true,
    current: { text: 'All', value: '$__all' },
  };
}

/** A Grafana dashboard of all services, as the ConfigMap its sidecar looks for. */
export function dashboard(): Resource {
  const document = {
    uid: 'psa',
    title: 'PSA',
    tags: ['psa'],
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: {
      list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }, choice('namespace', 'job="psa"'), choice('service', OURS)],
    },
    panels: panels.map(({ title, unit, queries }, index) => ({
      id: index + 1,
      title,
      type: 'timeseries',
      datasource: DATASOURCE,
      gridPos: { x: (index % COLUMNS) * WIDTH, y: Math.floor(index / COLUMNS) * HEIGHT, w: WIDTH, h: HEIGHT },
      fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
      targets: queries.map(({ expr, legend }, query) => ({
        refId: String.fromCharCode(65 + query),
        datasource: DATASOURCE,
        expr,
        legendFormat: legend,
      })),
    })),
  };
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'psa-dashboard',
      labels: { grafana_dashboard: '1', 'app.kubernetes.io/part-of': 'psa', 'app.kubernetes.io/managed-by': 'kustomize' },
    },
    data: { 'psa.json': `${JSON.stringify(document, null, 2)}\n` },
  };
}
