import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { streamName } from '@psa/events-kit';
import { EXIT_CONFIG, REFUSED_EXIT_CODE } from '@psa/service-kit';
import { repositoryRoot } from '../local/repository-root.ts';
import { migrationPolicy, networkPolicy } from './network-policies.ts';
import { AHEAD_OF_MIGRATIONS, componentOf, labelsOf, type Resource, selectorOf } from './resource.ts';
import { ADMIN_PORT, adminProbe, GRACE_SECONDS, HTTP_PORT, SECRETS_DIR, USER_ID, type Workload } from './workload.ts';

/** Of the gateway, the services and what is run for them: ahead of what is not urgent, behind the broker. */
export const PRIORITY_CLASS = 'psa';
const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as { version: string };

/** An image by the tag of this release; an overlay gives the registry and the digest, see `npm run deploy -- release`. */
export function taggedImage(image: string): string {
  return `${image}:${version}`;
}

/** All that one service is in a cluster, in the order in which it is made. */
export function resourcesOf(workload: Workload): Resource[] {
  return [
    serviceAccount(workload),
    ...migrationJob(workload),
    deployment(workload),
    ...services(workload),
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
              natsServerMonitoringEndpoint: 'nats-monitoring.psa.svc:8222',
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

/** Whom its pods run as: nobody, to the cluster. */
export function serviceAccount({ name }: { readonly name: string }, component = componentOf(name)): Resource {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name, labels: labelsOf(name, component), annotations: AHEAD_OF_MIGRATIONS },
    automountServiceAccountToken: false,
  };
}

/** Its settings, for a `configMapGenerator`: named after what they are, so that a change of one rolls the pods that read it. */
export function settingsGenerator({ name, environment }: Workload): object {
  return {
    name: `psa-${name}`,
    literals: Object.entries(environment).map(([setting, value]) => `${setting}=${value}`),
    options: { labels: labelsOf(name, componentOf(name)) },
  };
}

/** As the standard `restricted` of Pod Security has it. */
export const SECURE_POD = {
  runAsNonRoot: true,
  runAsUser: USER_ID,
  runAsGroup: USER_ID,
  fsGroup: USER_ID,
  seccompProfile: { type: 'RuntimeDefault' },
};
/** The same for a container. */
export const SECURE_CONTAINER = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
/** What one process needs, and may take. */
export const RESOURCES = { requests: { cpu: '100m', memory: '192Mi' }, limits: { memory: '384Mi' } };

/** What its process needs, and may take. */
function neededBy({ whole }: Workload): typeof RESOURCES {
  if (whole === undefined) return RESOURCES;
  const { requests, limits } = RESOURCES;
  return { requests: { ...requests, memory: whole.memory.request }, limits: { ...limits, memory: whole.memory.limit } };
}

function deployment(workload: Workload): Resource {
  const { name, image } = workload;
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
          priorityClassName: PRIORITY_CLASS,
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
              image: taggedImage(image),
              imagePullPolicy: 'IfNotPresent',
              ports: [
                { name: 'http', containerPort: HTTP_PORT },
                { name: 'admin', containerPort: ADMIN_PORT },
              ],
              envFrom: [{ configMapRef: { name: `psa-${name}` } }],
              startupProbe: probe('live', { periodSeconds: 2, failureThreshold: 30 }),
              livenessProbe: probe('live', { periodSeconds: 10, failureThreshold: 3 }),
              readinessProbe: probe('ready', { periodSeconds: 5, failureThreshold: 2 }),
              resources: neededBy(workload),
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

function migrationJob(workload: Workload): Resource[] {
  const { name, image, environment, migration } = workload;
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
            ...jobPod(name),
            containers: [
              {
                name: 'migrate',
                image: taggedImage(image),
                imagePullPolicy: 'IfNotPresent',
                args: migration.args,
                terminationMessagePolicy: 'FallbackToLogsOnError',
                env: [{ name: 'PSA_SECRETS_DIR', value: environment['PSA_SECRETS_DIR'] }],
                resources: neededBy(workload),
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

/** What the pods of all jobs have in common. Each attempt is a pod of its own, so its log is kept. */
export function jobPod(serviceAccountName: string): object {
  return {
    priorityClassName: PRIORITY_CLASS,
    restartPolicy: 'Never',
    serviceAccountName,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: SECURE_POD,
  };
}

/** What is mounted where: {@link volumesOf}. */
export const mounts = [
  { name: 'secrets', mountPath: SECRETS_DIR, readOnly: true },
  { name: 'tmp', mountPath: '/tmp' },
];

/** The secrets of a program, and room for what is not kept. */
export function volumesOf(secretName: string): object[] {
  return [
    { name: 'secrets', secret: { secretName, defaultMode: 0o440 } },
    { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } },
  ];
}

function services({ name, whole }: Workload): Resource[] {
  const component = componentOf(name);
  const leading = (serviceName: string, ports: object[]): Resource => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: serviceName, labels: labelsOf(name, component) },
    spec: { selector: selectorOf(name, component), ports },
  });
  const http = { name: 'http', port: HTTP_PORT, targetPort: 'http' };
  return [
    leading(name, [http, { name: 'admin', port: ADMIN_PORT, targetPort: 'admin' }]),
    // The way in has one name, whatever runs behind it.
    ...(whole ? [leading('gateway', [http])] : []),
  ];
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
