import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLog, createMetrics } from '@psa/observability-kit';
import { routes } from '@psa/contracts-product';
import { measureService, openPeerTls, readSettings } from '@psa/service-kit';
import { parse, parseAllDocuments } from 'yaml';
import type { z } from 'zod';
import { gatewaySettings } from '../../apps/gateway/src/gateway-settings.ts';
import { callerOriginFinder } from '../../apps/gateway/src/request/caller-origin.ts';
import { findOnPath } from '../local/find-on-path.ts';
import { imageFlags, nodeFlags } from '../local/node-flags.ts';
import { repositoryRoot } from '../local/repository-root.ts';
import { runCommand } from '../local/run-command.ts';
import { services } from '../local/services.ts';
import { scaledObject } from './kubernetes.ts';
import { alertRules } from './testing/alert-rules.ts';
import { LOCAL_URL } from './compose.ts';
import { configMapOf, type Document, renderKustomization } from './kustomize.ts';
import { makeSecrets } from './made-secrets.ts';
import { findings } from './manifest-policy.ts';
import { Manifest } from './manifest-schemas.ts';
import { allServiceFacts, settingsShape } from './service-facts.ts';
import { type Workload, workloadOf } from './workload.ts';

const deploy = (...path: string[]) => join(repositoryRoot, 'deploy', ...path);
const overlays = ['small', 'ha', 'ha-keda'] as const;
const kubectl = findOnPath('kubectl', []);
const signingKey = JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));

/** Documents in an order of their own, for comparison. */
const sorted = (documents: readonly Document[]) => documents.map((document) => JSON.stringify(inOrder(document))).sort();
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, inOrder(member)]),
  );
};

describe('what is generated for deployment', () => {
  it('is in the repository as it follows from what the services declare', async () => {
    expect(await runCommand(process.execPath, [join(repositoryRoot, 'tools/deploy.ts'), 'generate', '--check'])).toEqual({
      ok: true,
      output: '',
    });
  }, 60_000);
});

describe.each(overlays)('the overlay %s', (overlay) => {
  const documents = renderKustomization(deploy('kustomize', 'overlays', overlay));
  const manifests = documents.flatMap((document) => Manifest.safeParse(document).data ?? []);

  if (kubectl !== undefined) {
    it('is rendered by kubectl as it is here', async () => {
      const { ok, output } = await runCommand(kubectl, ['kustomize', deploy('kustomize', 'overlays', overlay)]);
      expect(ok).toBe(true);
      expect(sorted(parseAllDocuments(output).map((document) => document.toJS() as Document))).toEqual(sorted(documents));
    }, 30_000);
  }

  it('is made of resources as Kubernetes and the operators define them, without a member they do not know', () => {
    expect(documents.length).toBeGreaterThan(40);
    const faults = documents.flatMap((document) =>
      (Manifest.safeParse(document).error?.issues ?? []).map(
        ({ path, message }) => `${document['kind']} ${document['metadata'].name} ${path.join('.')}: ${message}`,
      ),
    );
    expect(faults).toEqual([]);
  });

  it('holds to the policy: nothing runs with more than it needs, and all that is named is there', () =>
    expect(findings(manifests)).toEqual([]));

  it('believes the addresses its own Ingress forwards', () => {
    if (!manifests.some(({ kind }) => kind === 'Ingress')) return;
    const gateway = configMapOf(documents, 'psa-gateway');
    const settings = readSettings(gatewaySettings, {
      PSA_NATS_URL: 'nats://nats',
      PSA_TOKEN_SIGNING_KEY: signingKey,
      ...(gateway['data'] as Record<string, string>),
    });
    const originOf = callerOriginFinder(settings.PSA_TRUSTED_PROXIES);
    const request = { socket: { remoteAddress: '10.42.0.7' }, headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' } };
    expect(originOf(request as unknown as IncomingMessage)).toEqual({ address: '203.0.113.9', https: true });
  });

  it('lets the largest body of a route through its own Ingress, and less than twice of it', () => {
    const ingress = documents.find(({ kind }) => kind === 'Ingress');
    if (ingress === undefined) return;
    const size = (ingress['metadata'].annotations as Record<string, string>)['nginx.ingress.kubernetes.io/proxy-body-size'];
    const megabytes = Number(/^(\d+)m$/.exec(size ?? '')?.[1]);
    const largest = Math.max(...routes.map(({ bodyLimit = 0 }) => bodyLimit)) / 2 ** 20;
    expect(megabytes).toBeGreaterThan(largest);
    expect(megabytes).toBeLessThan(2 * largest);
  });

  it('has every service, with its migration where it has a database', () => {
    const named = (kind: string) =>
      manifests
        .filter((manifest) => manifest.kind === kind)
        .map(({ metadata }) => metadata.name)
        .sort();
    expect(named('Deployment')).toEqual(services.map(({ name }) => name).sort());
    expect(named('Job')).toEqual(
      services
        .filter(({ hasDatabase }) => hasDatabase)
        .map(({ name }) => `${name}-migrate`)
        .sort(),
    );
  });
});

describe('the policy', () => {
  const sound = renderKustomization(deploy('kustomize/overlays/ha'));
  /** Findings after one member was set otherwise. */
  const spoiled = (kind: string, path: string, value: unknown) => {
    const documents = structuredClone(sound);
    const document = documents.find((one) => one['kind'] === kind && one['metadata'].name !== 'default-deny') as Document;
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    steps.reduce<Document>((at, step) => at[step] as Document, document)[last] = value;
    const parsed = documents.map((one) => Manifest.safeParse(one));
    return [
      ...parsed.flatMap(({ error }) => error?.issues.map(({ message }) => message) ?? []),
      ...findings(parsed.flatMap(({ data }) => data ?? [])),
    ];
  };
  const pod = 'spec.template.spec';

  it.each<[string, string, string, unknown]>([
    ['a member that is misspelt', 'Deployment', `${pod}.automountServiceAccountTokens`, false],
    ['root', 'Deployment', `${pod}.securityContext.runAsNonRoot`, false],
    ['a root file system that may be written', 'Deployment', `${pod}.containers.0.securityContext.readOnlyRootFilesystem`, false],
    ['capabilities', 'Deployment', `${pod}.containers.0.securityContext.capabilities`, { drop: [] }],
    ['a token for the cluster', 'StatefulSet', `${pod}.automountServiceAccountToken`, true],
    ['no limit of memory', 'Job', `${pod}.containers.0.resources.limits`, {}],
    ['no startup probe', 'Deployment', `${pod}.containers.0.startupProbe`, undefined],
    ['a probe of a path that is not there', 'Deployment', `${pod}.containers.0.readinessProbe.httpGet.path`, '/health'],
    ['a liveness that depends on others', 'Deployment', `${pod}.containers.0.livenessProbe.httpGet.path`, '/readyz'],
    ['too little time to stop', 'Deployment', `${pod}.terminationGracePeriodSeconds`, 10],
    ['a selector of nothing', 'Service', 'spec.selector', { 'app.kubernetes.io/name': 'nobody' }],
    ['a budget of nothing', 'PodDisruptionBudget', 'spec.selector.matchLabels', { 'app.kubernetes.io/name': 'nobody' }],
    ['an autoscaler of nothing', 'HorizontalPodAutoscaler', 'spec.scaleTargetRef.name', 'nobody'],
    ['a policy of nothing', 'NetworkPolicy', 'spec.podSelector.matchLabels', { 'app.kubernetes.io/name': 'nobody' }],
    ['a monitor of nothing', 'ServiceMonitor', 'spec.selector.matchLabels', { 'app.kubernetes.io/name': 'nobody' }],
    ['a way in that leads nowhere', 'Ingress', 'spec.rules.0.http.paths.0.backend.service.name', 'nobody'],
    ['a namespace that lets anything run', 'Namespace', 'metadata.labels', {}],
    ['a migration that Argo CD starts before its namespace', 'Namespace', 'metadata.annotations', {}],
    ['a migration whose log is lost', 'Job', `${pod}.restartPolicy`, 'OnFailure'],
    ['a migration that is tried again in vain', 'Job', 'spec.podFailurePolicy', undefined],
    ['an image without a tag', 'Deployment', `${pod}.containers.0.image`, 'registry.example.com:5000/psa/assets'],
    ['no priority', 'Deployment', `${pod}.priorityClassName`, undefined],
    ['a priority that is not there', 'StatefulSet', `${pod}.priorityClassName`, 'nobody'],
    ['a quota that its own maximum breaks', 'ResourceQuota', 'spec.hard.pods', '20'],
    ['a way to every address', 'NetworkPolicy', 'spec.egress', [{ ports: [{ protocol: 'TCP', port: 5432 }] }]],
    ['a way in from every namespace', 'NetworkPolicy', 'spec.ingress', [{ from: [{ namespaceSelector: {} }] }]],
    ["an operator's job as root", 'CronJob', 'spec.jobTemplate.spec.template.spec.securityContext.runAsNonRoot', false],
    ['whatever is latest', 'Deployment', `${pod}.containers.0.image`, 'psa/assets:latest'],
  ])('finds %s', (_what, kind, path, value) => expect(spoiled(kind, path, value)).not.toEqual([]));
});

describe('the configuration that is deployed', () => {
  let workloads: Workload[];
  const folder = mkdtempSync(join(tmpdir(), 'psa-deploy-'));
  beforeAll(async () => {
    const facts = await allServiceFacts();
    workloads = facts.map((one) =>
      workloadOf(
        one,
        facts.map(({ name }) => name),
      ),
    );
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(overlays)('of %s starts every service: each variable is one it knows, and none is missing', async (overlay) => {
    const documents = renderKustomization(deploy('kustomize', 'overlays', overlay));
    const { services: secrets } = makeSecrets(workloads, { postgres: 'postgres:5432', nats: 'nats:4222', database: 'psa' });
    for (const { name, facts } of workloads) {
      const { data } = configMapOf(documents, `psa-${name}`) as { data: Record<string, string> };
      const known = new Set(['PSA_SECRETS_DIR', ...facts.settings.map((setting) => setting.name)]);
      expect(Object.keys(data).filter((variable) => !known.has(variable))).toEqual([]);
      const mounted = join(folder, overlay, name);
      mkdirSync(mounted, { recursive: true });
      for (const [setting, value] of Object.entries(secrets[name] ?? {})) writeFileSync(join(mounted, setting), value);
      const shape = await settingsShape(services.find((service) => service.name === name) as (typeof services)[number]);
      expect(readSettings(shape as unknown as z.ZodRawShape, { ...data, PSA_SECRETS_DIR: mounted })).toMatchObject({
        PSA_DRAIN_SECONDS: 5,
      });
    }
  });

  it('asks for exactly the secrets the services declare', () => {
    const contract = parseAllDocuments(readFileSync(deploy('kustomize/secrets.example.yaml'), 'utf8')).map(
      (document) => document.toJS() as Document,
    );
    for (const { name, facts, migration } of workloads) {
      const keysOf = (secret: string) =>
        Object.keys((contract.find(({ metadata }) => metadata.name === secret)?.['stringData'] as object) ?? {});
      expect(keysOf(`psa-${name}`)).toEqual(
        facts.settings.filter(({ secret, required }) => secret && required).map((setting) => setting.name),
      );
      if (migration) expect(keysOf(`psa-${name}-migration`)).toEqual(facts.migrationSettings.map((setting) => setting.name));
    }
  });

  it('is the same by compose as in a cluster', () => {
    const compose = parse(readFileSync(deploy('compose.yaml'), 'utf8')) as {
      services: Record<string, { image: string; command?: string[]; environment: Record<string, string>; user: string }>;
    };
    const documents = renderKustomization(deploy('kustomize/overlays/small'));
    for (const { name, migration } of workloads) {
      const run = compose.services[name];
      const container = (documents.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name) as Document)['spec']
        .template.spec.containers[0] as Document;
      const { data } = configMapOf(documents, `psa-${name}`) as { data: Record<string, string> };
      expect({ image: run?.image.split(':')[0], args: run?.command, environment: run?.environment }).toEqual({
        image: container['image'].split(':')[0],
        args: container['args'],
        environment: { ...data, ...('PSA_PUBLIC_URL' in data && { PSA_PUBLIC_URL: LOCAL_URL }) },
      });
      if (!migration) continue;
      const job = (documents.find(({ kind, metadata }) => kind === 'Job' && metadata.name === `${name}-migrate`) as Document)['spec']
        .template.spec.containers[0] as Document;
      const once = compose.services[`${name}-migrate`];
      expect([once?.image.split(':')[0], once?.command]).toEqual([job['image'].split(':')[0], job['args']]);
    }
  });

  it("runs the operator's commands with the secrets they need, by compose and in a cluster", () => {
    const compose = parse(readFileSync(deploy('compose.yaml'), 'utf8')) as {
      services: Record<string, { profiles?: string[]; environment: Record<string, string> }>;
    };
    const { operator } = makeSecrets(workloads, { postgres: 'postgres:5432', nats: 'nats:4222', database: 'psa' });
    expect(compose.services['operator']?.profiles).toEqual(['operator']);
    expect(Object.keys(compose.services['operator']?.environment ?? {})).toEqual(Object.keys(operator));
    const documents = renderKustomization(deploy('kustomize/overlays/small'));
    const job = documents.find(({ kind }) => kind === 'CronJob') as Document;
    expect(job['spec'].suspend).toBe(true);
    const { labels } = job['spec'].jobTemplate.spec.template.metadata as { labels: Record<string, string> };
    const component = labels['app.kubernetes.io/component'];
    const values = (name: string, at: 'spec.podSelector' | 'from') => {
      const { spec } = documents.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === name) as Document;
      return (at === 'from' ? spec.ingress[0].from[0].podSelector : spec.podSelector).matchExpressions[0].values as string[];
    };
    expect(values('nats', 'from')).toContain(component);
    expect(values('reach-postgres', 'spec.podSelector')).toContain(component);
  });

  it('starts a process in an image as everywhere, with a heap by the limit of its container', () => {
    const entrypoint = /ENTRYPOINT (\[.*\])/.exec(readFileSync(deploy('Dockerfile'), 'utf8'))?.[1];
    expect(JSON.parse(entrypoint ?? '[]')).toEqual(['/usr/local/bin/node', ...imageFlags, '/app/main.mjs']);
    const withoutHeap = (flags: readonly string[]) => flags.filter((flag) => !flag.startsWith('--max-old-space-size'));
    expect(withoutHeap(imageFlags)).toEqual(withoutHeap(nodeFlags));
    expect(spawnSync(process.execPath, [...imageFlags, '-e', ''], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('scaling by events', () => {
  const scaler: Workload = {
    name: 'assets',
    image: 'psa/assets',
    environment: {},
    secrets: [],
    migration: undefined,
    facts: {
      name: 'assets',
      hasDatabase: true,
      settings: [],
      migrationSettings: [],
      asks: [],
      listens: [],
      callsOut: false,
      formerConsumers: [],
      consumers: ['clients', 'desk'].map((domain) => ({ name: `assets-of-${domain}`, domain, filter: '>' })),
    },
  };

  it('asks for no stream of a service that is not deployed', () => {
    const { triggers } = scaledObject(scaler, ['assets', 'clients'])['spec'] as { triggers: { metadata: { stream?: string } }[] };
    expect(triggers.map(({ metadata }) => metadata.stream)).toEqual([undefined, 'PSA_CLIENTS']);
  });
});

/** Figures of others that alerts are made of, as prometheus-nats-exporter 0.15 and cert-manager 1.12 name them. */
const OTHERS = new Set([
  'gnatsd_varz_jetstream_stats_storage',
  'gnatsd_varz_jetstream_config_max_storage',
  'gnatsd_varz_slow_consumers',
  'certmanager_certificate_expiration_timestamp_seconds',
]);

describe('alerts and the dashboard', () => {
  it('speak of figures that there are', async () => {
    const metrics = createMetrics('any');
    metrics.watchProcess();
    measureService(metrics, { database: { pool: {} }, workerDatabase: { pool: {} }, consumers: [] } as never);
    openPeerTls({}, { log: createLog('any', 'silent'), metrics });
    const known = new Set(
      (await metrics.registry.getMetricsAsArray()).flatMap(({ name }) => [name, `${name}_count`, `${name}_sum`, `${name}_bucket`]),
    );
    const documents = renderKustomization(deploy('kustomize/overlays/ha'));
    const rules = documents
      .filter(({ kind }) => kind === 'PrometheusRule')
      .flatMap((document) => document['spec'].groups as Document[])
      .flatMap((group) => group['rules'] as Document[])
      .map((rule) => rule['expr'] as string);
    const dashboard = JSON.parse(
      (documents.find(({ metadata }) => metadata.name === 'psa-dashboard') as Document)['data']['psa.json'] as string,
    ) as {
      panels: { targets: { expr: string }[] }[];
    };
    const expressions = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
    expect(expressions.length).toBeGreaterThan(20);
    const named = expressions
      .flatMap((expression) =>
        [...expression.replaceAll(/"[^"]*"/g, '').matchAll(/\b([a-z]+(?:_[a-z0-9]+)+)\b(?=[{[)\s]|$)/g)].map(([, name]) => name ?? ''),
      )
      .filter((name) => !['histogram_quantile', 'job_name'].includes(name))
      // The cluster's own figures, by kube-state-metrics and the kubelet.
      .filter((name) => !/^kube(?:let)?_/.test(name))
      // The broker's, by its exporter, and cert-manager's.
      .filter((name) => !OTHERS.has(name));
    expect(new Set(named).size).toBeGreaterThan(8);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    metrics.registry.clear();
  });

  it('tell in the handbook what is to be done', () => {
    const handbook = readFileSync(join(repositoryRoot, 'docs/operations.md'), 'utf8');
    const anchors = new Set([...handbook.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-')));
    for (const { alert, annotations } of alertRules()) {
      expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`);
      expect([...anchors]).toContain(alert.toLowerCase());
    }
  });
});

describe('the broker', () => {
  it.each(overlays)('is restarted by a release that changes its users or its configuration, in %s', (overlay) => {
    const folder = mkdtempSync(join(tmpdir(), 'psa-overlay-'));
    const mounted = () => {
      const server = renderKustomization(join(folder, 'overlays', overlay)).find(({ kind }) => kind === 'StatefulSet') as Document;
      const { volumes } = server['spec'].template.spec as { volumes: { configMap?: { name: string } }[] };
      return volumes.flatMap(({ configMap }) => configMap?.name ?? []);
    };
    try {
      cpSync(deploy('kustomize'), folder, { recursive: true });
      const before = mounted();
      appendFileSync(join(folder, 'base/nats/users.conf'), '# changed\n');
      expect(mounted().filter((name) => !before.includes(name))).toEqual([expect.stringMatching(/^nats-users-/)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is configured alike for one server and for three, but for their cluster', () => {
    const configOf = (overlay: string) =>
      configMapOf(renderKustomization(deploy('kustomize/overlays', overlay)), 'nats-config')['data']['nats.conf'] as string;
    expect(configOf('ha').replace(/cluster \{[^]*?\n\}\n/, '')).toBe(configOf('small'));
  });
});
