import { operatorProgram } from '../local/services.ts';
import { AHEAD_OF_MIGRATIONS, type Component, componentOf, labelsOf, type Resource, selectorOf } from './resource.ts';
import { ADMIN_PORT, HTTP_PORT, type Workload } from './workload.ts';

const NATS_PORT = 4222;
const POSTGRES_PORTS = [5432, 6432];
/** Addresses that are nobody's on the internet: what a tenant names must not lead into the cluster, or to its cloud. */
const NOT_PUBLIC = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10', '127.0.0.0/8'];

const tcp = (...ports: number[]) => ports.map((port) => ({ protocol: 'TCP', port }));
/** NodeLocal DNS answers at an address of the node, which is in no namespace. */
const NODE_LOCAL_DNS = '169.254.20.10/32';
/** Where names are resolved. */
export const DNS = {
  to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }, { ipBlock: { cidr: NODE_LOCAL_DNS } }],
  ports: [
    { protocol: 'UDP', port: 53 },
    { protocol: 'TCP', port: 53 },
  ],
};
/** The broker. */
export const NATS = { to: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'nats' } } }], ports: tcp(NATS_PORT) };
const INTERNET = { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: NOT_PUBLIC } }] };

/** Where an ingress controller is installed by its own instructions. */
const INGRESS_NAMESPACE = 'ingress-nginx';
/** Where Prometheus and the collector of traces often are. */
const MONITORING = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } };
/** Of the figures of the broker. */
const NATS_METRICS_PORT = 7777;
const TRACES_PORT = 4318;
/** Addresses a database of one's own has; one with a public address is named by an overlay. */
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'];
const PART_OF_PSA = { 'app.kubernetes.io/part-of': 'psa', 'app.kubernetes.io/managed-by': 'kustomize' };

/**
 * Whom an installation alone can name: where the database is, who calls from outside, and who watches. Policies add up, so that each of these is one
 * resource, for an overlay to replace.
 */
export function placePolicies(workloads: readonly Workload[]): Resource[] {
  const place = (name: string, spec: object): Resource => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name, labels: PART_OF_PSA, annotations: AHEAD_OF_MIGRATIONS },
    spec,
  });
  const wayIn = workloads.find(({ whole }) => whole !== undefined)?.name ?? 'gateway';
  const callingOut = [...workloads.filter(({ facts: { callsOut } }) => callsOut).map(({ name }) => name), operatorProgram.name];
  const components = (...values: (Component | 'broker')[]) => ({ key: 'app.kubernetes.io/component', operator: 'In', values });
  return [
    place('reach-postgres', {
      podSelector: {
        matchExpressions: [components('service', 'migration', 'operator')],
      },
      policyTypes: ['Egress'],
      egress: [{ to: PRIVATE.map((cidr) => ({ ipBlock: { cidr } })), ports: tcp(...POSTGRES_PORTS) }],
    }),
    place('reach-internet', {
      podSelector: {
        matchExpressions: [components('service', 'operator'), { key: 'app.kubernetes.io/name', operator: 'In', values: callingOut }],
      },
      policyTypes: ['Egress'],
      egress: [INTERNET],
    }),
    place('admit-ingress', {
      podSelector: { matchLabels: selectorOf(wayIn, componentOf(wayIn)) },
      policyTypes: ['Ingress'],
      ingress: [
        {
          from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': INGRESS_NAMESPACE } } }],
          ports: tcp(HTTP_PORT),
        },
      ],
    }),
    place('admit-monitoring', {
      podSelector: { matchExpressions: [components('gateway', 'service', 'broker')] },
      policyTypes: ['Ingress'],
      ingress: [{ from: [MONITORING], ports: tcp(ADMIN_PORT, NATS_METRICS_PORT) }],
    }),
    place('reach-collector', {
      podSelector: { matchExpressions: [components('gateway', 'service')] },
      policyTypes: ['Egress'],
      egress: [{ to: [MONITORING], ports: tcp(TRACES_PORT) }],
    }),
  ];
}

/** Whom a service reaches and is reached by, beside {@link placePolicies}. */
export function networkPolicy({ name, whole }: Workload): Resource {
  const component = componentOf(name);
  const of = (other: Component) => ({
    podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'psa', 'app.kubernetes.io/component': other } },
  });
  // A service is called by gateways, and asks the gateway for its keys.
  const from = [of(component === 'gateway' ? 'service' : 'gateway')];
  const others = whole === undefined;
  return policy(name, component, {
    ingress: others ? [{ from, ports: tcp(HTTP_PORT) }] : [],
    egress: [DNS, NATS, ...(others ? [{ to: [of(component === 'gateway' ? 'service' : 'gateway')], ports: tcp(HTTP_PORT) }] : [])],
  });
}

/** Whom a migration reaches, beside {@link placePolicies}. */
export function migrationPolicy({ name, migration }: Workload): Resource[] {
  return migration === undefined ? [] : [policy(name, 'migration', { ingress: [], egress: [DNS] })];
}

/** Whom a program's pods reach, and who reaches them. */
export function policy(name: string, component: Component, rules: { ingress: object[]; egress: object[] }): Resource {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata:
      component === 'migration' || component === 'operator'
        ? {
            name: component === 'migration' ? `${name}-migrate` : name,
            labels: labelsOf(name, component),
            annotations: AHEAD_OF_MIGRATIONS,
          }
        : { name, labels: labelsOf(name, component) },
    spec: { podSelector: { matchLabels: selectorOf(name, component) }, policyTypes: ['Ingress', 'Egress'], ...rules },
  };
}
