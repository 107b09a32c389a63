import { createHash } from 'node:crypto';
import { stringify } from 'yaml';
import { authorizationLines } from '../local/nats-users.ts';
import { composeFile, composeHead } from './compose.ts';
import { dashboard } from './dashboard.ts';
import { resourcesOf, scaledObject, secretContract, serviceMonitor } from './kubernetes.ts';
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
    'deploy/kustomize/overlays/single/all.yaml': manifest([...resourcesOf(whole), ...placePolicies([whole])]),
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
    }),
    'deploy/kustomize/base/nats/users.yaml': manifest([usersConfigMap(usersConf)]),
    'deploy/kustomize/base/nats/users-checksum.yaml': manifest([usersChecksum(usersConf)]),
    'deploy/kustomize/secrets.example.yaml': manifest([
      ...workloads.flatMap(secretContract),
      operatorSecretContract(),
      natsSecret(users.map(({ user }) => user)),
    ]),
    'deploy/kustomize/components/operator/operator.yaml': manifest(operatorResources()),
    'deploy/kustomize/components/monitoring/services.yaml': manifest(workloads.map(serviceMonitor)),
    'deploy/kustomize/components/monitoring/dashboard.yaml': manifest([dashboard()]),
    'deploy/kustomize/components/service-tls/certificates.yaml': manifest(workloads.map(serviceCertificate)),
    'deploy/kustomize/components/service-tls/kustomization.yaml': kustomization('Component', serviceTlsComponent(workloads)),
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

function usersConfigMap(text: string): Resource {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'nats-users', labels: NATS_LABELS }, data: { 'users.conf': text } };
}

/** A patch: brokers read their users when they start, so that another list has to restart them, one after the other. */
function usersChecksum(text: string): Resource {
  const checksum = createHash('sha256').update(text).digest('hex');
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'nats' },
    spec: { template: { metadata: { annotations: { 'checksum/users': checksum } } } },
  };
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
