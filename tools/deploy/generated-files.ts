import { stringify } from 'yaml';
import { authorizationLines } from '../local/nats-users.ts';
import { composeFile, composeHead } from './compose.ts';
import { dashboard } from './dashboard.ts';
import { resourcesOf, scaledObject, secretContract, settingsGenerator } from './kubernetes.ts';
import { installationComponent } from './installation-component.ts';
import { natsPasswordVariable } from './made-secrets.ts';
import { natsUsers } from './nats-permissions.ts';
import { placePolicies } from './network-policies.ts';
import { operatorResources, operatorSecretContract } from './operator.ts';
import type { Resource } from './resource.ts';
import { allServiceFacts } from './service-facts.ts';
import { serviceCertificate, serviceTlsComponent } from './service-tls.ts';
import { settingsReference } from './settings-reference.ts';
import { wholeServicesSource, wholeWorkload } from './whole-product.ts';
import { GENERATED, type Workload, workloadOf } from './workload.ts';

/** Everything about deployment that follows from what the services declare: texts by path. */
export async function generatedDeployFiles(): Promise<Record<string, string>> {
  const facts = await allServiceFacts();
  const workloads = facts.map((one) =>
    workloadOf(
      one,
      facts.map(({ name }) => name),
    ),
  );
  const whole = wholeWorkload(workloads);
  const users = natsUsers(facts);
  const usersConf = `${[GENERATED, ...authorizationLines(users, (user) => `$${natsPasswordVariable(user)}`)].join('\n')}\n`;
  const consuming = workloads.filter(({ facts: { consumers } }) => consumers.length > 0);
  const domains = facts.filter(({ hasDatabase }) => hasDatabase).map(({ name }) => name);
  return {
    'docs/settings.md': settingsReference(facts),
    'deploy/nats/users.conf': usersConf,
    'deploy/compose.yaml': `${composeHead('compose.yaml')}${yaml(
      composeFile(
        workloads,
        users.map(({ user }) => user),
      ),
    )}`,
    'deploy/compose.single.yaml': `${composeHead('compose.single.yaml')}${yaml(
      composeFile(
        [whole],
        users.map(({ user }) => user),
      ),
    )}`,
    'apps/all/src/services.ts': wholeServicesSource(domains),
    'deploy/kustomize/overlays/single/all/all.yaml': manifest([...resourcesOf(whole), ...placePolicies([whole])]),
    'deploy/kustomize/overlays/single/all/kustomization.yaml': kustomization('Kustomization', {
      resources: ['all.yaml'],
      configMapGenerator: [settingsGenerator(whole)],
    }),
    'deploy/kustomize/overlays/single/secrets.example.yaml': manifest([
      ...secretContract(whole),
      operatorSecretContract(),
      natsSecret(users.map(({ user }) => user)),
    ]),
    ...Object.fromEntries(
      workloads.map((workload) => [`deploy/kustomize/base/services/${workload.name}.yaml`, manifest(resourcesOf(workload))]),
    ),
    'deploy/kustomize/base/services/places.yaml': manifest(placePolicies(workloads)),
    'deploy/kustomize/base/services/kustomization.yaml': kustomization('Kustomization', {
      resources: [...workloads.map(({ name }) => `${name}.yaml`), 'places.yaml'],
      configMapGenerator: workloads.map(settingsGenerator),
    }),
    'deploy/kustomize/base/nats/users.conf': usersConf,
    'deploy/kustomize/secrets.example.yaml': manifest([
      ...workloads.flatMap(secretContract),
      operatorSecretContract(),
      natsSecret(users.map(({ user }) => user)),
    ]),
    'deploy/kustomize/components/operator/operator.yaml': manifest(operatorResources()),
    'deploy/kustomize/components/monitoring/dashboard.yaml': manifest([dashboard()]),
    'deploy/kustomize/components/service-tls/certificates.yaml': manifest(workloads.map(serviceCertificate)),
    'deploy/kustomize/components/service-tls/kustomization.yaml': kustomization('Component', serviceTlsComponent(workloads)),
    'deploy/kustomize/components/installation/kustomization.yaml': kustomization('Component', installationComponent([...workloads, whole])),
    'deploy/kustomize/components/keda/services.yaml': manifest(consuming.map((workload) => scaledObject(workload, domains))),
    'deploy/kustomize/components/keda/kustomization.yaml': kustomization('Component', {
      resources: ['services.yaml', 'nats-monitoring.yaml'],
      patches: consuming.map(({ name }) => ({ path: 'no-autoscaler.yaml', target: { kind: 'HorizontalPodAutoscaler', name } })),
    }),
  };
}

/** The workloads of every service. */
export async function allWorkloads(): Promise<Workload[]> {
  const facts = await allServiceFacts();
  return facts.map((one) =>
    workloadOf(
      one,
      facts.map(({ name }) => name),
    ),
  );
}

function manifest(resources: readonly Resource[]): string {
  return `${GENERATED}\n${resources.map(yaml).join('---\n')}`;
}

function kustomization(kind: 'Kustomization' | 'Component', content: object): string {
  const apiVersion = kind === 'Component' ? 'kustomize.config.k8s.io/v1alpha1' : 'kustomize.config.k8s.io/v1beta1';
  return `${GENERATED}\n${yaml({ apiVersion, kind, ...content })}`;
}

function natsSecret(users: readonly string[]): Resource {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'psa-nats', labels: NATS_LABELS },
    type: 'Opaque',
    stringData: Object.fromEntries([...users.map(natsPasswordVariable), natsPasswordVariable('cluster')].map((key) => [key, ''])),
  };
}

const NATS_LABELS = {
  'app.kubernetes.io/name': 'nats',
  'app.kubernetes.io/component': 'broker',
  'app.kubernetes.io/part-of': 'psa',
  'app.kubernetes.io/managed-by': 'kustomize',
};

function yaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}
