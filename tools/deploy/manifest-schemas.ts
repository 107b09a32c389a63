import { z } from 'zod';

/*
 * The shapes of the resources that are deployed, after the reference of Kubernetes 1.30 and of the two operators: the members
 * in use here, strictly, so that one that is misspelt or stands in the wrong place is an error and not silently ignored.
 */

const Name = z.string().regex(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/);
const Labels = z.record(z.string().max(317), z.string().max(63));
const Quantity = z.string().regex(/^\d+(\.\d+)?(m|k|Ki|M|Mi|G|Gi|T|Ti)?$/);
const PortNumber = z.int().min(1).max(65_535);
const PortName = z.string().regex(/^[a-z0-9-]{1,15}$/);
const PortRef = z.union([PortNumber, PortName]);
const Metadata = z.strictObject({
  name: Name,
  namespace: Name.optional(),
  labels: Labels.optional(),
  annotations: z.record(z.string(), z.string()).optional(),
});
const Selector = z.strictObject({
  matchLabels: Labels.optional(),
  matchExpressions: z
    .array(
      z.strictObject({
        key: z.string(),
        operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
        values: z.array(z.string()).optional(),
      }),
    )
    .optional(),
});

const resource = <Kind extends string, Members extends z.ZodRawShape>(apiVersion: string, kind: Kind, members: Members) =>
  z.strictObject({ apiVersion: z.literal(apiVersion), kind: z.literal(kind), metadata: Metadata, ...members });

const Probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string().startsWith('/'), port: PortRef }),
  periodSeconds: z.int().min(1),
  timeoutSeconds: z.int().min(1),
  failureThreshold: z.int().min(1),
  initialDelaySeconds: z.int().optional(),
});
const FieldRef = z.strictObject({ fieldPath: z.string() });
const KeyRef = z.strictObject({ name: Name, key: z.string(), optional: z.boolean().optional() });
const EnvironmentVariable = z
  .strictObject({
    name: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
    value: z.string().optional(),
    valueFrom: z
      .union([
        z.strictObject({ fieldRef: FieldRef }),
        z.strictObject({ secretKeyRef: KeyRef }),
        z.strictObject({ configMapKeyRef: KeyRef }),
      ])
      .optional(),
  })
  .refine(({ value, valueFrom }) => (value === undefined) !== (valueFrom === undefined), 'has a value, or where it is from');
const EnvironmentSource = z.union([
  z.strictObject({ configMapRef: z.strictObject({ name: Name, optional: z.boolean().optional() }) }),
  z.strictObject({ secretRef: z.strictObject({ name: Name, optional: z.boolean().optional() }) }),
]);
const Container = z.strictObject({
  name: Name,
  image: z.string(),
  imagePullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']).optional(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()).optional(),
  ports: z.array(z.strictObject({ name: PortName, containerPort: PortNumber, protocol: z.enum(['TCP', 'UDP']).optional() })).optional(),
  env: z.array(EnvironmentVariable).optional(),
  envFrom: z.array(EnvironmentSource).optional(),
  startupProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  lifecycle: z.strictObject({ preStop: z.strictObject({ exec: z.strictObject({ command: z.array(z.string()) }) }) }).optional(),
  resources: z
    .strictObject({ requests: z.record(z.enum(['cpu', 'memory']), Quantity), limits: z.partialRecord(z.enum(['cpu', 'memory']), Quantity) })
    .optional(),
  securityContext: z
    .strictObject({
      allowPrivilegeEscalation: z.boolean(),
      readOnlyRootFilesystem: z.boolean(),
      capabilities: z.strictObject({ drop: z.array(z.string()).optional(), add: z.array(z.string()).optional() }),
    })
    .optional(),
  terminationMessagePolicy: z.enum(['File', 'FallbackToLogsOnError']).optional(),
  volumeMounts: z.array(z.strictObject({ name: Name, mountPath: z.string().startsWith('/'), readOnly: z.boolean().optional() })).optional(),
});
const Volume = z.union([
  z.strictObject({
    name: Name,
    secret: z.strictObject({
      secretName: Name,
      defaultMode: z.int().optional(),
      optional: z.boolean().optional(),
      items: z.array(z.strictObject({ key: z.string(), path: z.string() })).optional(),
    }),
  }),
  z.strictObject({ name: Name, persistentVolumeClaim: z.strictObject({ claimName: Name }) }),
  z.strictObject({ name: Name, configMap: z.strictObject({ name: Name, defaultMode: z.int().optional() }) }),
  z.strictObject({ name: Name, emptyDir: z.strictObject({ sizeLimit: Quantity.optional(), medium: z.literal('Memory').optional() }) }),
]);
const PodTemplate = z.strictObject({
  metadata: z.strictObject({ labels: Labels, annotations: z.record(z.string(), z.string()).optional() }),
  spec: z.strictObject({
    priorityClassName: Name.optional(),
    serviceAccountName: Name,
    automountServiceAccountToken: z.boolean(),
    enableServiceLinks: z.boolean().optional(),
    shareProcessNamespace: z.boolean().optional(),
    restartPolicy: z.enum(['Always', 'OnFailure', 'Never']).optional(),
    terminationGracePeriodSeconds: z.int().optional(),
    securityContext: z.strictObject({
      runAsNonRoot: z.boolean(),
      runAsUser: z.int(),
      runAsGroup: z.int(),
      fsGroup: z.int().optional(),
      seccompProfile: z.strictObject({ type: z.enum(['RuntimeDefault', 'Localhost']) }),
    }),
    topologySpreadConstraints: z
      .array(
        z.strictObject({
          maxSkew: z.int().min(1),
          topologyKey: z.string(),
          whenUnsatisfiable: z.enum(['ScheduleAnyway', 'DoNotSchedule']),
          labelSelector: Selector,
        }),
      )
      .optional(),
    containers: z.array(Container).min(1),
    volumes: z.array(Volume).optional(),
  }),
});

const PolicyPeer = z.union([
  z.strictObject({ podSelector: Selector, namespaceSelector: Selector.optional() }),
  z.strictObject({ namespaceSelector: Selector }),
  z.strictObject({ ipBlock: z.strictObject({ cidr: z.cidrv4(), except: z.array(z.cidrv4()).optional() }) }),
]);
const PolicyPort = z.strictObject({ protocol: z.enum(['TCP', 'UDP']), port: PortRef });
const Metric = z.union([
  z.strictObject({
    type: z.literal('Resource'),
    resource: z.strictObject({
      name: z.enum(['cpu', 'memory']),
      target: z.strictObject({ type: z.literal('Utilization'), averageUtilization: z.int() }),
    }),
  }),
]);

export const Deployment = resource('apps/v1', 'Deployment', {
  spec: z.strictObject({
    replicas: z.int().optional(),
    selector: Selector,
    template: PodTemplate,
    strategy: z
      .strictObject({
        type: z.literal('RollingUpdate'),
        rollingUpdate: z.strictObject({ maxUnavailable: PortRef.or(z.literal(0)), maxSurge: PortRef }),
      })
      .optional(),
  }),
});
export const StatefulSet = resource('apps/v1', 'StatefulSet', {
  spec: z.strictObject({
    serviceName: Name,
    replicas: z.int(),
    podManagementPolicy: z.enum(['Parallel', 'OrderedReady']).optional(),
    selector: Selector,
    template: PodTemplate,
    volumeClaimTemplates: z.array(
      z.strictObject({
        metadata: z.strictObject({ name: Name }),
        spec: z.strictObject({
          accessModes: z.array(z.enum(['ReadWriteOnce', 'ReadWriteMany', 'ReadWriteOncePod'])),
          storageClassName: Name.optional(),
          resources: z.strictObject({ requests: z.strictObject({ storage: Quantity }) }),
        }),
      }),
    ),
  }),
});
const JobSpec = z.strictObject({
  backoffLimit: z.int(),
  podFailurePolicy: z
    .strictObject({
      rules: z.array(
        z.strictObject({
          action: z.enum(['FailJob', 'Ignore', 'Count']),
          onExitCodes: z.strictObject({ containerName: Name, operator: z.enum(['In', 'NotIn']), values: z.array(z.int()).min(1) }),
        }),
      ),
    })
    .optional(),
  activeDeadlineSeconds: z.int(),
  ttlSecondsAfterFinished: z.int().optional(),
  template: PodTemplate,
});
export const Job = resource('batch/v1', 'Job', { spec: JobSpec });
export const CronJob = resource('batch/v1', 'CronJob', {
  spec: z.strictObject({
    schedule: z.string().regex(/^(?:\S+ ){4}\S+$/),
    suspend: z.boolean().optional(),
    concurrencyPolicy: z.enum(['Allow', 'Forbid', 'Replace']).optional(),
    jobTemplate: z.strictObject({ metadata: z.strictObject({ labels: Labels }), spec: JobSpec }),
  }),
});

const schemas = [
  Deployment,
  StatefulSet,
  Job,
  CronJob,
  resource('v1', 'Namespace', {}),
  resource('v1', 'ResourceQuota', {
    spec: z.strictObject({ hard: z.partialRecord(z.enum(['pods', 'requests.cpu', 'requests.memory', 'limits.memory']), Quantity) }),
  }),
  resource('v1', 'LimitRange', {
    spec: z.strictObject({
      limits: z.array(
        z.strictObject({
          type: z.literal('Container'),
          default: z.partialRecord(z.enum(['cpu', 'memory']), Quantity),
          defaultRequest: z.partialRecord(z.enum(['cpu', 'memory']), Quantity),
        }),
      ),
    }),
  }),
  resource('scheduling.k8s.io/v1', 'PriorityClass', {
    value: z.int().max(1_000_000_000),
    globalDefault: z.boolean(),
    description: z.string(),
  }),
  resource('v1', 'ServiceAccount', { automountServiceAccountToken: z.boolean() }),
  resource('v1', 'ConfigMap', { data: z.record(z.string().regex(/^[-._a-zA-Z0-9]+$/), z.string()) }),
  resource('v1', 'Secret', { type: z.literal('Opaque'), stringData: z.record(z.string().regex(/^[-._a-zA-Z0-9]+$/), z.string()) }),
  resource('v1', 'Service', {
    spec: z.strictObject({
      clusterIP: z.literal('None').optional(),
      publishNotReadyAddresses: z.boolean().optional(),
      selector: Labels,
      ports: z
        .array(z.strictObject({ name: PortName, port: PortNumber, targetPort: PortRef, protocol: z.enum(['TCP', 'UDP']).optional() }))
        .min(1),
    }),
  }),
  resource('v1', 'PersistentVolumeClaim', {
    spec: z.strictObject({
      accessModes: z.array(z.enum(['ReadWriteOnce', 'ReadWriteMany', 'ReadWriteOncePod'])),
      resources: z.strictObject({ requests: z.strictObject({ storage: Quantity }) }),
    }),
  }),
  resource('policy/v1', 'PodDisruptionBudget', {
    spec: z.strictObject({
      maxUnavailable: z.int(),
      unhealthyPodEvictionPolicy: z.enum(['AlwaysAllow', 'IfHealthyBudget']).optional(),
      selector: Selector,
    }),
  }),
  resource('autoscaling/v2', 'HorizontalPodAutoscaler', {
    spec: z.strictObject({
      scaleTargetRef: z.strictObject({ apiVersion: z.literal('apps/v1'), kind: z.literal('Deployment'), name: Name }),
      minReplicas: z.int().min(1),
      maxReplicas: z.int().min(1),
      metrics: z.array(Metric).min(1),
      behavior: z.strictObject({ scaleDown: z.strictObject({ stabilizationWindowSeconds: z.int() }) }).optional(),
    }),
  }),
  resource('networking.k8s.io/v1', 'NetworkPolicy', {
    spec: z.strictObject({
      podSelector: Selector,
      policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
      ingress: z.array(z.strictObject({ from: z.array(PolicyPeer).optional(), ports: z.array(PolicyPort).optional() })).optional(),
      egress: z.array(z.strictObject({ to: z.array(PolicyPeer).optional(), ports: z.array(PolicyPort).optional() })).optional(),
    }),
  }),
  resource('networking.k8s.io/v1', 'Ingress', {
    spec: z.strictObject({
      ingressClassName: Name.optional(),
      tls: z.array(z.strictObject({ hosts: z.array(z.string()), secretName: Name })),
      rules: z.array(
        z.strictObject({
          host: z.string(),
          http: z.strictObject({
            paths: z.array(
              z.strictObject({
                path: z.string(),
                pathType: z.enum(['Prefix', 'Exact']),
                backend: z.strictObject({
                  service: z.strictObject({
                    name: Name,
                    port: z.union([z.strictObject({ name: PortName }), z.strictObject({ number: PortNumber })]),
                  }),
                }),
              }),
            ),
          }),
        }),
      ),
    }),
  }),
  resource('cert-manager.io/v1', 'Issuer', {
    spec: z.union([z.strictObject({ selfSigned: z.strictObject({}) }), z.strictObject({ ca: z.strictObject({ secretName: Name }) })]),
  }),
  resource('cert-manager.io/v1', 'Certificate', {
    spec: z.strictObject({
      isCA: z.boolean().optional(),
      commonName: z.string().max(64).optional(),
      secretName: Name,
      secretTemplate: z.strictObject({ annotations: z.record(z.string(), z.string()) }).optional(),
      duration: z.string().regex(/^\d+h$/),
      renewBefore: z
        .string()
        .regex(/^\d+h$/)
        .optional(),
      privateKey: z.strictObject({
        algorithm: z.enum(['RSA', 'ECDSA', 'Ed25519']),
        size: z.int(),
        rotationPolicy: z.enum(['Always', 'Never']).optional(),
      }),
      usages: z.array(z.enum(['server auth', 'client auth'])).optional(),
      dnsNames: z.array(z.string()).optional(),
      issuerRef: z.strictObject({ kind: z.literal('Issuer'), name: Name }),
    }),
  }),
  resource('monitoring.coreos.com/v1', 'ServiceMonitor', {
    spec: z.strictObject({
      jobLabel: z.string(),
      selector: Selector,
      endpoints: z
        .array(
          z.strictObject({
            port: PortName,
            path: z.string(),
            interval: z.string().regex(/^\d+s$/),
            honorLabels: z.boolean().optional(),
          }),
        )
        .min(1),
    }),
  }),
  resource('monitoring.coreos.com/v1', 'PrometheusRule', {
    spec: z.strictObject({
      groups: z
        .array(
          z.strictObject({
            name: z.string(),
            rules: z
              .array(
                z.strictObject({
                  alert: z.string().regex(/^Psa\w+$/),
                  expr: z.string().min(1),
                  for: z.string().regex(/^\d+[sm]$/),
                  labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
                  annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
                }),
              )
              .min(1),
          }),
        )
        .min(1),
    }),
  }),
  resource('keda.sh/v1alpha1', 'ScaledObject', {
    spec: z.strictObject({
      scaleTargetRef: z.strictObject({ name: Name }),
      minReplicaCount: z.int(),
      maxReplicaCount: z.int(),
      pollingInterval: z.int(),
      cooldownPeriod: z.int(),
      triggers: z
        .array(
          z.union([
            z.strictObject({
              type: z.literal('cpu'),
              metricType: z.literal('Utilization'),
              metadata: z.strictObject({ value: z.string() }),
            }),
            z.strictObject({
              type: z.literal('nats-jetstream'),
              metadata: z.strictObject({
                natsServerMonitoringEndpoint: z.string(),
                account: z.string(),
                stream: z.string(),
                consumer: z.string(),
                lagThreshold: z.string(),
                activationLagThreshold: z.string(),
              }),
            }),
          ]),
        )
        .min(1),
    }),
  }),
] as const;

/** A resource that may be deployed. */
export const Manifest = z.discriminatedUnion('kind', schemas);
export type Manifest = z.infer<typeof Manifest>;
export type Workload = z.infer<typeof Deployment> | z.infer<typeof StatefulSet> | z.infer<typeof Job>;
