import { componentOf } from './resource.ts';
import type { Workload } from './workload.ts';

/** The ConfigMap of an overlay that says what only the installation knows. */
const INSTALLATION = 'psa-installation';

/** One value of that ConfigMap, for a replacement. */
export function installationValue(name: 'host' | 'namespace'): object {
  return { kind: 'ConfigMap', name: INSTALLATION, fieldPath: `data.${name}` };
}

/** Writes the host of the installation, and its namespace where it stands within a value, wherever they belong. @returns a Kustomize component */
export function installationComponent(workloads: readonly Workload[]): object {
  const addressed = workloads.filter(({ environment }) => environment['PSA_PUBLIC_URL'] !== undefined);
  return {
    replacements: [
      {
        source: installationValue('host'),
        targets: [
          ...addressed.map(({ name }) => ({
            select: { kind: 'ConfigMap', name: `psa-${name}` },
            fieldPaths: ['data.PSA_PUBLIC_URL'],
            // https://<host>
            options: { delimiter: '/', index: 2 },
          })),
          { select: { kind: 'Ingress', name: 'gateway' }, fieldPaths: ['spec.rules.0.host', 'spec.tls.0.hosts.0'] },
        ],
      },
      {
        source: installationValue('namespace'),
        targets: workloads
          .filter(({ name, facts }) => componentOf(name) === 'service' && facts.consumers.length > 0)
          .map(({ name }) => ({
            select: { kind: 'ScaledObject', name },
            // KEDA asks the broker from a namespace of its own: nats-monitoring.<namespace>.svc:8222
            fieldPaths: ['spec.triggers.*.metadata.natsServerMonitoringEndpoint'],
            options: { delimiter: '.', index: 1 },
          })),
      },
    ],
  };
}
