import { streamName } from '@psa/events-kit';
import { EXIT_CONFIG, REFUSED_EXIT_CODE } from '@psa/service-kit';
import { ADMIN_PORT, adminProbe, GRACE_SECONDS, HTTP_PORT, SECRETS_DIR, USER_ID, type Workload } from './workload.ts';

/** A Kubernetes resource. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [member: string]: unknown;
}

type Component = 'gateway' | 'service' | 'migration';

const NATS_PORT = 4222;
const POSTGRES_PORTS = [5432, 6432];
/** Addresses that are nobody's on the internet: what a tenant names must not lead into the cluster, or to its cloud. */
const NOT_PUBLIC = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10', '127.0.0.0/8'];

/** All that one service is in a cluster, in the order in which it is made. */
export function resourcesOf(workload: Workload): Resource[] {
  return [
    serviceAccount(workload),
    configMap(workload),
    ...migrationJob(workload),
    deployment(workload),
    service(workload),
    disruptionBudget(workload),
    autoscaler(workload),
    networkPolicy(workload),
    ...migrationPolicy(workload),
  ];
}

/**
 * Scales a service by the events it has yet to handle; in place of its autoscaler. A stream that does not exist would keep the
 * autoscaler from ever scaling down.
 * @param domains services that are deployed, each with a stream
 */
export function scaledObject({ name, facts: { consumers } }: Workload, domains: readonly string[]): Resource {
  return {
    apiVersion: 'keda.sh/v1alpha1',
    kind: 'ScaledObject',
    metadata: { name, labels: labelsOf(name, componentOf(name)) },
    spec: {
      scaleTargetRef: { name },
      minReplicaCount: 2,
      maxReplicaCount: 6,
      pollingInterval: 10,
      cooldownPeriod: 300,
      triggers: [
        { type: 'cpu', metricType: 'Utilization', metadata: { value: '70' } },
        ...consumers
          .filter(({ domain }) => domains.includes(domain))
          .map((consumer) => ({
            type: 'nats-jetstream',
            metadata: {
              natsServerMonitoringEndpoint: 'nats-monitoring.psa.svc.cluster.local:8222',
              account: '$G',
              stream: streamName(consumer.domain),
              consumer: consumer.name,
              lagThreshold: '100',
              activationLagThreshold: '0',
            },
          })),
      ],
    },
  };
}

/** Has Prometheus ask a service for its figures. */
export function serviceMonitor({ name }: Workload): Resource {
  return {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'ServiceMonitor',
    metadata: { name, labels: labelsOf(name, componentOf(name)) },
    spec: {
      selector: { matchLabels: selectorOf(name, componentOf(name)) },
      endpoints: [{ port: 'admin', path: adminProbe('metrics').path, interval: '15s' }],
    },
  };
}

/** Names and keys of the secrets a service is mounted; with an empty value each. */
export function secretContract(workload: Workload): Resource[] {
  const secret = (name: string, keys: readonly string[]): Resource => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, labels: labelsOf(workload.name, componentOf(workload.name)) },
    type: 'Opaque',
    stringData: Object.fromEntries(keys.map((key) => [key, ''])),
  });
  return [
    secret(
      `psa-${workload.name}`,
      workload.secrets.filter(({ required }) => required).map(({ name }) => name),
    ),
    ...(workload.migration ? [secret(`psa-${workload.name}-migration`, workload.migration.secrets)] : []),
  ];
}

/** Argo CD waits for each wave: what a migration needs to run comes in one before it. */
const AHEAD_OF_MIGRATIONS = { 'argocd.argoproj.io/sync-wave': '-2' };

function componentOf(name: string): Component {
  return name === 'gateway' ? 'gateway' : 'service';
}

function selectorOf(name: string, component: Component): Record<string, string> {
  return { 'app.kubernetes.io/name': name, 'app.kubernetes.io/component': component };
}

function labelsOf(name: string, component: Component): Record<string, string> {
  return { ...selectorOf(name, component), 'app.kubernetes.io/part-of': 'psa', 'app.kubernetes.io/managed-by': 'kustomize' };
}

function serviceAccount({ name }: Workload): Resource {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, labels: labelsOf(name, componentOf(name)), annotations: AHEAD_OF_MIGRATIONS },
    automountServiceAccountToken: false,
  };
}

function configMap({ name, environment }: Workload): Resource {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `psa-${name}`, labels: labelsOf(name, componentOf(name)) },
    data: environment,
  };
}

const SECURE_POD = {
  runAsNonRoot: true,
  runAsUser: USER_ID,
  runAsGroup: USER_ID,
  fsGroup: USER_ID,
  seccompProfile: { type: 'RuntimeDefault' },
};
const SECURE_CONTAINER = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
const RESOURCES = { requests: { cpu: '100m', memory: '192Mi' }, limits: { memory: '384Mi' } };

function deployment({ name, image }: Workload): Resource {
  const component = componentOf(name);
  const probe = (kind: 'live' | 'ready', more: object) => ({
    httpGet: { path: adminProbe(kind).path, port: 'admin' },
    timeoutSeconds: 3,
    ...more,
  });
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, labels: labelsOf(name, component) },
    // Without a number of replicas: that is the autoscaler's.
    spec: {
      selector: { matchLabels: selectorOf(name, component) },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: {
        metadata: { labels: labelsOf(name, component) },
        spec: {
          serviceAccountName: name,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: GRACE_SECONDS,
          securityContext: SECURE_POD,
          topologySpreadConstraints: ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].map((topologyKey) => ({
            maxSkew: 1,
            topologyKey,
            whenUnsatisfiable: 'ScheduleAnyway',
            labelSelector: { matchLabels: selectorOf(name, component) },
          })),
          containers: [
            {
              name,
              image,
              imagePullPolicy: 'IfNotPresent',
              ports: [
                { name: 'http', containerPort: HTTP_PORT },
                { name: 'admin', containerPort: ADMIN_PORT },
              ],
              envFrom: [{ configMapRef: { name: `psa-${name}` } }],
              startupProbe: probe('live', { periodSeconds: 2, failureThreshold: 30 }),
              livenessProbe: probe('live', { periodSeconds: 10, failureThreshold: 3 }),
              readinessProbe: probe('ready', { periodSeconds: 5, failureThreshold: 2 }),
              resources: RESOURCES,
              securityContext: SECURE_CONTAINER,
              volumeMounts: mounts,
            },
          ],
          volumes: volumesOf(`psa-${name}`),
        },
      },
    },
  };
}

function migrationJob({ name, image, environment, migration }: Workload): Resource[] {
  if (migration === undefined) return [];
  return [
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: {
        name: `${name}-migrate`,
        labels: labelsOf(name, 'migration'),
        // Whoever deploys by Argo CD or Helm has it run ahead of the rest, anew for each release.
        annotations: {
          'argocd.argoproj.io/hook': 'Sync',
          'argocd.argoproj.io/sync-wave': '-1',
          'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
        },
      },
      spec: {
        // What may pass by itself is tried for about ten minutes; what does not ends the job at once.
        backoffLimit: 6,
        podFailurePolicy: {
          rules: [
            {
              action: 'FailJob',
              onExitCodes: { containerName: 'migrate', operator: 'In', values: [REFUSED_EXIT_CODE, EXIT_CONFIG] },
            },
          ],
        },
        activeDeadlineSeconds: 1800,
        ttlSecondsAfterFinished: 86_400,
        template: {
          metadata: { labels: labelsOf(name, 'migration') },
          spec: {
            // Each attempt is a pod of its own, whose log stays.
            restartPolicy: 'Never',
            serviceAccountName: name,
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            securityContext: SECURE_POD,
            containers: [
              {
                name: 'migrate',
                image,
                imagePullPolicy: 'IfNotPresent',
                args: migration.args,
                terminationMessagePolicy: 'FallbackToLogsOnError',
                env: [{ name: 'PSA_SECRETS_DIR', value: environment['PSA_SECRETS_DIR'] }],
                resources: RESOURCES,
                securityContext: SECURE_CONTAINER,
                volumeMounts: mounts,
              },
            ],
            volumes: volumesOf(`psa-${name}-migration`),
          },
        },
      },
    },
  ];
}

const mounts = [
  { name: 'secrets', mountPath: SECRETS_DIR, readOnly: true },
  { name: 'tmp', mountPath: '/tmp' },
];

function volumesOf(secretName: string): object[] {
  return [
    { name: 'secrets', secret: { secretName, defaultMode: 0o440 } },
    { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } },
  ];
}

function service({ name }: Workload): Resource {
  const component = componentOf(name);
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, labels: labelsOf(name, component) },
    spec: {
      selector: selectorOf(name, component),
      ports: [
        { name: 'http', port: HTTP_PORT, targetPort: 'http' },
        { name: 'admin', port: ADMIN_PORT, targetPort: 'admin' },
      ],
    },
  };
}

function disruptionBudget({ name }: Workload): Resource {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name, labels: labelsOf(name, componentOf(name)) },
    // Holds for any number of replicas: one alone would otherwise keep its node from ever being emptied.
    spec: { maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector: { matchLabels: selectorOf(name, componentOf(name)) } },
  };
}

function autoscaler({ name }: Workload): Resource {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name, labels: labelsOf(name, componentOf(name)) },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      minReplicas: 1,
      maxReplicas: 2,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } }],
      behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
    },
  };
}

const tcp = (...ports: number[]) => ports.map((port) => ({ protocol: 'TCP', port }));
const DNS = {
  to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }],
  ports: [
    { protocol: 'UDP', port: 53 },
    { protocol: 'TCP', port: 53 },
  ],
};
const NATS = { to: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'nats' } } }], ports: tcp(NATS_PORT) };
const POSTGRES = { ports: tcp(...POSTGRES_PORTS) };
const COLLECTOR = { to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }], ports: tcp(4318) };
const INTERNET = { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: NOT_PUBLIC } }] };

function networkPolicy({ name, facts: { callsOut } }: Workload): Resource {
  const component = componentOf(name);
  const of = (other: Component) => ({
    podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'psa', 'app.kubernetes.io/component': other } },
  });
  // The gateway is called from wherever the way in is, a service by gateways; a service asks the gateway for its keys.
  const from = component === 'gateway' ? [{ namespaceSelector: {} }] : [of('gateway')];
  return policy(name, component, {
    ingress: [
      { from, ports: tcp(HTTP_PORT) },
      { from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }], ports: tcp(ADMIN_PORT) },
    ],
    egress: [
      DNS,
      NATS,
      COLLECTOR,
      { to: [of(component === 'gateway' ? 'service' : 'gateway')], ports: tcp(HTTP_PORT) },
      ...(component === 'gateway' ? [] : [POSTGRES]),
      ...(callsOut ? [INTERNET] : []),
    ],
  });
}

function migrationPolicy({ name, migration }: Workload): Resource[] {
  return migration === undefined ? [] : [policy(name, 'migration', { ingress: [], egress: [DNS, POSTGRES] })];
}

function policy(name: string, component: Component, rules: { ingress: object[]; egress: object[] }): Resource {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata:
      component === 'migration'
        ? { name: `${name}-migrate`, labels: labelsOf(name, component), annotations: AHEAD_OF_MIGRATIONS }
        : { name, labels: labelsOf(name, component) },
    spec: { podSelector: { matchLabels: selectorOf(name, component) }, policyTypes: ['Ingress', 'Egress'], ...rules },
  };
}
