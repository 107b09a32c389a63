import { adminPaths } from '@psa/service-kit';
import type { Manifest, Workload } from './manifest-schemas.ts';
import { GRACE_SECONDS } from './workload.ts';

/** What is wrong with a set of resources that are deployed together, whatever each of them looks like alone. */
export function findings(manifests: readonly Manifest[]): string[] {
  return [
    ...workloadsOf(manifests).flatMap((workload) => ofWorkload(workload, manifests)),
    ...manifests.flatMap((manifest) => ofReferences(manifest, manifests)),
    ...ofSet(manifests),
  ];
}

type Labels = Readonly<Record<string, string>>;
type Selector = Extract<Manifest, { kind: 'PodDisruptionBudget' }>['spec']['selector'];
type Of<Kind extends Manifest['kind']> = Extract<Manifest, { kind: Kind }>;

/** All that runs pods; what makes jobs as the job it makes. */
function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return manifests.flatMap((manifest): Workload[] => {
    switch (manifest.kind) {
      case 'Deployment':
      case 'StatefulSet':
      case 'Job':
        return [manifest];
      case 'CronJob':
        return [{ ...manifest, kind: 'Job', spec: manifest.spec.jobTemplate.spec }];
      default:
        return [];
    }
  });
}

function ofKind<Kind extends Manifest['kind']>(manifests: readonly Manifest[], kind: Kind): Of<Kind>[] {
  return manifests.filter((manifest): manifest is Of<Kind> => manifest.kind === kind);
}

/** Whether a selector picks something with these labels. */
export function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === 'Exists') return value !== undefined;
      if (operator === 'DoesNotExist') return value === undefined;
      return (operator === 'In') === (value !== undefined && values.includes(value));
    })
  );
}

function ofWorkload(workload: Workload, manifests: readonly Manifest[]): string[] {
  const {
    kind,
    metadata: { name },
    spec: { template },
  } = workload;
  const {
    spec: pod,
    metadata: { labels },
  } = template;
  const found: string[] = [];
  const demand = (holds: boolean, what: string) => {
    if (!holds) found.push(`${kind} ${name}: ${what}`);
  };

  demand(pod.securityContext.runAsNonRoot && pod.securityContext.runAsUser > 0, 'runs as root');
  demand(pod.securityContext.seccompProfile.type === 'RuntimeDefault', 'has no seccomp profile');
  demand(
    ofKind(manifests, 'PriorityClass').some(({ metadata }) => metadata.name === pod.priorityClassName),
    'is not told apart from what may wait',
  );
  demand(!pod.automountServiceAccountToken, 'is given a token for the cluster');
  demand(
    ofKind(manifests, 'ServiceAccount').some((account) => account.metadata.name === pod.serviceAccountName),
    'runs as an account that is not there',
  );
  demand(
    ofKind(manifests, 'NetworkPolicy').some(({ spec }) => Object.keys(spec.podSelector).length > 0 && selects(spec.podSelector, labels)),
    'has no network policy of its own',
  );
  for (const container of pod.containers) {
    const { securityContext: secure, resources, image } = container;
    demand(secure?.allowPrivilegeEscalation === false, 'may gain privileges');
    demand(secure?.readOnlyRootFilesystem === true, 'may write to its root file system');
    demand(secure?.capabilities.drop?.includes('ALL') === true && secure.capabilities.add === undefined, 'keeps capabilities');
    demand(resources?.requests.cpu !== undefined && resources.requests.memory !== undefined, 'requests no resources');
    demand(resources?.limits.memory !== undefined, 'has no limit of memory');
    demand(/(?::[\w.-]+)?@sha256:[0-9a-f]{64}$|:[\w.-]+$/.test(image) && !image.endsWith(':latest'), 'runs whatever is latest');
    for (const mount of container.volumeMounts ?? [])
      demand(volumeNames(workload).includes(mount.name), `mounts ${mount.name}, which is no volume`);
    // What stands beside a program must not decide whether that program is restarted.
    if (kind !== 'Job' && container === pod.containers[0]) found.push(...ofProbes(workload, container));
  }
  if (kind === 'Job') return [...found, ...ofJob(workload, manifests)];

  demand(selects(workload.spec.selector, labels), 'does not select its own pods');
  demand(
    ofKind(manifests, 'PodDisruptionBudget').some(({ spec }) => selects(spec.selector, labels)),
    'has no disruption budget',
  );
  demand((pod.terminationGracePeriodSeconds ?? 30) >= GRACE_SECONDS, 'is not given the time to stop');
  const spread = pod.topologySpreadConstraints ?? [];
  demand(
    ['topology.kubernetes.io/zone', 'kubernetes.io/hostname'].every((key) =>
      spread.some(({ topologyKey, labelSelector }) => topologyKey === key && selects(labelSelector, labels)),
    ),
    'is not spread over zones and nodes',
  );
  if (kind === 'Deployment') {
    const scaled =
      ofKind(manifests, 'HorizontalPodAutoscaler').filter(({ spec }) => spec.scaleTargetRef.name === name).length +
      ofKind(manifests, 'ScaledObject').filter(({ spec }) => spec.scaleTargetRef.name === name).length;
    demand(scaled === 1, `is scaled by ${scaled} autoscalers`);
    demand(workload.spec.replicas === undefined, 'fixes a number of replicas that its autoscaler decides');
  }
  return found;
}

/** Argo CD waits for a wave to be done: a job must not wait for what comes in its own wave, or a later one. */
function ofJob({ metadata, spec }: Of<'Job'>, manifests: readonly Manifest[]): string[] {
  const waveOf = ({ annotations = {} }: Manifest['metadata']) => Number(annotations['argocd.argoproj.io/sync-wave'] ?? 0);
  const { template, podFailurePolicy, backoffLimit } = spec;
  const needed = [
    ...ofKind(manifests, 'Namespace'),
    ...ofKind(manifests, 'ServiceAccount').filter((account) => account.metadata.name === template.spec.serviceAccountName),
    ...ofKind(manifests, 'NetworkPolicy').filter(
      (policy) => Object.keys(policy.spec.podSelector).length > 0 && selects(policy.spec.podSelector, template.metadata.labels),
    ),
  ];
  const demanded = [
    ...(template.spec.restartPolicy === 'Never' ? [] : ['loses the log of an attempt that failed']),
    ...(podFailurePolicy === undefined && backoffLimit > 0 ? ['is tried again where that cannot help'] : []),
    ...needed
      .filter((one) => waveOf(one.metadata) >= waveOf(metadata))
      .map((one) => `waits for ${one.kind} ${one.metadata.name}, which Argo CD applies later`),
  ];
  return demanded.map((what) => `Job ${metadata.name}: ${what}`);
}

function ofProbes(
  { kind, metadata: { name, labels = {} } }: Workload,
  container: Workload['spec']['template']['spec']['containers'][number],
): string[] {
  const probes = { startup: container.startupProbe, liveness: container.livenessProbe, readiness: container.readinessProbe };
  const own = labels['app.kubernetes.io/component'] !== 'broker';
  return Object.entries(probes).flatMap(([what, probe]) => {
    if (probe === undefined) return [`${kind} ${name}: has no ${what} probe`];
    const { path, port } = probe.httpGet;
    const expected = own ? (what === 'readiness' ? adminPaths.ready : adminPaths.live) : path;
    return [
      ...(container.ports?.some((one) => one.name === port || one.containerPort === port) === true
        ? []
        : [`${kind} ${name}: its ${what} probe asks a port it does not open`]),
      ...(path === expected ? [] : [`${kind} ${name}: its ${what} probe asks ${path}, where ${expected} answers`]),
      ...(own && probe.timeoutSeconds < 3 ? [`${kind} ${name}: its ${what} probe does not wait for the reason`] : []),
    ];
  });
}

/** That what is named is there. */
function ofReferences(manifest: Manifest, manifests: readonly Manifest[]): string[] {
  const pods = workloadsOf(manifests).map(({ spec }) => spec.template);
  const what = `${manifest.kind} ${manifest.metadata.name}`;
  switch (manifest.kind) {
    case 'Service': {
      const behind = pods.filter(({ metadata }) => selects({ matchLabels: manifest.spec.selector }, metadata.labels));
      const ports = behind.flatMap(({ spec }) => spec.containers.flatMap((container) => container.ports ?? []));
      return behind.length !== 1
        ? [`${what}: leads to ${behind.length} workloads`]
        : manifest.spec.ports
            .filter(({ targetPort }) => !ports.some(({ name, containerPort }) => name === targetPort || containerPort === targetPort))
            .map(({ name }) => `${what}: its port ${name} leads nowhere`);
    }
    case 'PodDisruptionBudget':
      return pods.filter(({ metadata }) => selects(manifest.spec.selector, metadata.labels)).length === 1
        ? []
        : [`${what}: is not about one workload`];
    case 'NetworkPolicy':
      return pods.some(({ metadata }) => selects(manifest.spec.podSelector, metadata.labels)) ? [] : [`${what}: is about nothing`];
    case 'HorizontalPodAutoscaler':
    case 'ScaledObject':
      return ofKind(manifests, 'Deployment').some(({ metadata }) => metadata.name === manifest.spec.scaleTargetRef.name)
        ? []
        : [`${what}: scales nothing`];
    case 'ServiceMonitor': {
      const watched = ofKind(manifests, 'Service').filter(({ metadata }) => selects(manifest.spec.selector, metadata.labels ?? {}));
      return manifest.spec.endpoints
        .filter(
          ({ port, path }) => path !== adminPaths.metrics || !watched.some(({ spec }) => spec.ports.some(({ name }) => name === port)),
        )
        .map(({ path }) => `${what}: ${path} is not there`);
    }
    case 'Ingress':
      return manifest.spec.rules
        .flatMap(({ http }) => http.paths)
        .filter(
          ({ backend: { service } }) =>
            !ofKind(manifests, 'Service').some(
              ({ metadata, spec }) =>
                metadata.name === service.name &&
                spec.ports.some(({ name, port }) => ('name' in service.port ? name === service.port.name : port === service.port.number)),
            ),
        )
        .map(({ path }) => `${what}: ${path} leads nowhere`);
    case 'Deployment':
    case 'StatefulSet':
    case 'Job':
      return configMapsOf(manifest)
        .filter((name) => !ofKind(manifests, 'ConfigMap').some(({ metadata }) => metadata.name === name))
        .map((name) => `${what}: there is no ConfigMap ${name}`);
    default:
      return [];
  }
}

/** That what every set must have is there, and nothing twice. */
function ofSet(manifests: readonly Manifest[]): string[] {
  const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  const denies = ofKind(manifests, 'NetworkPolicy').some(
    ({ spec }) =>
      Object.keys(spec.podSelector).length === 0 &&
      spec.policyTypes.length === 2 &&
      spec.ingress === undefined &&
      spec.egress === undefined,
  );
  const namespace = ofKind(manifests, 'Namespace')[0]?.metadata.name;
  const restricted = ofKind(manifests, 'Namespace').every(
    ({ metadata }) => metadata.labels?.['pod-security.kubernetes.io/enforce'] === 'restricted',
  );
  return [
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name}: is there twice`),
    ...(denies ? [] : ['traffic is not denied by default']),
    ...ofMonitors(manifests),
    ...ofPolicies(manifests),
    ...ofQuota(manifests),
    ...(restricted ? [] : ['the namespace does not hold pods to the restricted standard']),
    ...manifests
      .filter(({ kind, metadata }) => kind !== 'Namespace' && kind !== 'PriorityClass' && metadata.namespace !== namespace)
      .map(({ kind, metadata }) => `${kind} ${metadata.name}: is not in the namespace`),
  ];
}

/** That each process is watched once any is. */
function ofMonitors(manifests: readonly Manifest[]): string[] {
  const monitors = ofKind(manifests, 'ServiceMonitor');
  if (monitors.length === 0) return [];
  return ofKind(manifests, 'Service')
    .filter(({ spec }) => spec.ports.some(({ name }) => name === 'admin'))
    .filter(
      ({ metadata }) =>
        !monitors.some(
          ({ spec: { selector, endpoints } }) => selects(selector, metadata.labels ?? {}) && endpoints.some(({ port }) => port === 'admin'),
        ),
    )
    .map(({ metadata }) => `Service ${metadata.name}: is not watched`);
}

/** That nobody reaches everything on a port, or is reached from everywhere. */
function ofPolicies(manifests: readonly Manifest[]): string[] {
  return ofKind(manifests, 'NetworkPolicy').flatMap(({ metadata, spec: { ingress = [], egress = [] } }) => [
    ...(egress.some(({ to = [] }) => to.length === 0) ? [`NetworkPolicy ${metadata.name}: leads to every address`] : []),
    ...(ingress.some(
      ({ from = [] }) =>
        from.length === 0 ||
        from.some(
          (peer) => 'namespaceSelector' in peer && !('podSelector' in peer) && Object.keys(peer.namespaceSelector ?? {}).length === 0,
        ),
    )
      ? [`NetworkPolicy ${metadata.name}: admits every namespace`]
      : []),
  ]);
}

const UNITS: Readonly<Record<string, number>> = { '': 1, m: 0.001, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, k: 1e3, M: 1e6, G: 1e9 };

function amountOf(quantity: string): number {
  const [, number = '0', unit = ''] = /^([\d.]+)(\D*)$/.exec(quantity) ?? [];
  return Number(number) * (UNITS[unit] ?? Number.NaN);
}

/** That everything fits into the quota at its largest, with one pod more of each service while it is replaced. */
function ofQuota(manifests: readonly Manifest[]): string[] {
  const [quota] = ofKind(manifests, 'ResourceQuota');
  if (quota === undefined || ofKind(manifests, 'LimitRange').length === 0) return ['the namespace has no bounds'];
  const needed = { pods: 0, 'requests.cpu': 0, 'requests.memory': 0, 'limits.memory': 0 };
  for (const workload of workloadsOf(manifests)) {
    const pods = largestOf(workload, manifests);
    needed.pods += pods;
    for (const { resources } of workload.spec.template.spec.containers) {
      needed['requests.cpu'] += pods * amountOf(resources?.requests.cpu ?? '0');
      needed['requests.memory'] += pods * amountOf(resources?.requests.memory ?? '0');
      needed['limits.memory'] += pods * amountOf(resources?.limits.memory ?? '0');
    }
  }
  return Object.entries(needed)
    .filter(([what, amount]) => amount > amountOf(quota.spec.hard[what as keyof typeof needed] ?? '0'))
    .map(([what]) => `ResourceQuota ${quota.metadata.name}: has too little ${what} for the whole set at its largest`);
}

function largestOf({ kind, metadata: { name }, spec }: Workload, manifests: readonly Manifest[]): number {
  if (kind === 'StatefulSet') return (spec as Of<'StatefulSet'>['spec']).replicas;
  if (kind === 'Job') return 1;
  const [scaled] = ofKind(manifests, 'HorizontalPodAutoscaler').filter((one) => one.spec.scaleTargetRef.name === name);
  const [byEvents] = ofKind(manifests, 'ScaledObject').filter((one) => one.spec.scaleTargetRef.name === name);
  return (scaled?.spec.maxReplicas ?? byEvents?.spec.maxReplicaCount ?? 1) + 1;
}

function volumeNames(workload: Workload): string[] {
  const claimed = workload.kind === 'StatefulSet' ? workload.spec.volumeClaimTemplates.map(({ metadata }) => metadata.name) : [];
  return [...(workload.spec.template.spec.volumes ?? []).map(({ name }) => name), ...claimed];
}

function configMapsOf({
  spec: {
    template: { spec },
  },
}: Workload): string[] {
  return [
    ...(spec.volumes ?? []).flatMap((volume) => ('configMap' in volume ? [volume.configMap.name] : [])),
    ...spec.containers.flatMap(({ envFrom = [] }) =>
      envFrom.flatMap((source) => ('configMapRef' in source ? [source.configMapRef.name] : [])),
    ),
  ];
}
