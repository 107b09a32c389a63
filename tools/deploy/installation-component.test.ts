import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../local/repository-root.ts';
import { allWorkloads } from './generated-files.ts';
import { configMapOf, type Document } from './kustomize.ts';
import { findings } from './manifest-policy.ts';
import { Manifest } from './manifest-schemas.ts';
import { releaseComponent } from './release-component.ts';
import { renderedOverlay } from './testing/rendered-overlay.ts';
import type { Workload } from './workload.ts';
import { wholeWorkload } from './whole-product.ts';

const faultsOf = (documents: readonly Document[]) => findings(documents.map((document) => Manifest.parse(document)));
const installation = (data: object) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'psa-installation', annotations: { 'config.kubernetes.io/local-config': 'true' } },
    data,
  });
const overlayOf = (overlay: string, components: readonly string[], namespace = 'psa') =>
  renderedOverlay({
    'kustomization.yaml': JSON.stringify({
      kind: 'Kustomization',
      namespace,
      resources: ['installation.yaml', `psa/overlays/${overlay}`],
      components: [...components, 'installation'].map((name) => `psa/components/${name}`),
    }),
    'installation.yaml': installation({ host: 'psa.our.example', namespace }),
  });

/** What an overlay may have beside what it has by itself. */
const COMBINATIONS: readonly (readonly [overlay: string, components: readonly string[]])[] = [
  ['single', []],
  ['single', ['ingress']],
  ['single', ['monitoring']],
  ['single', ['monitoring', 'ingress', 'operator-archive', 'reloader', 'tls']],
  ['small', ['monitoring', 'ingress']],
  ['small', ['monitoring', 'ingress', 'operator-archive', 'reloader', 'tls', 'service-tls']],
  ['ha', ['operator-archive', 'tls', 'service-tls']],
  ['ha-keda', ['tls', 'service-tls']],
];

describe.each(COMBINATIONS)('the overlay %s with %j', (overlay, components) => {
  let documents: Document[];
  beforeAll(async () => {
    documents = await overlayOf(overlay, components);
  }, 60_000);
  const has = (component: string) =>
    components.includes(component) || (overlay.startsWith('ha') && ['ingress', 'monitoring'].includes(component));

  it('holds to the policy, with every process watched and every way in leading somewhere', () => {
    expect(faultsOf(documents)).toEqual([]);
    expect(documents.some(({ kind }) => kind === 'Ingress')).toBe(has('ingress'));
    expect(documents.some(({ kind }) => kind === 'ServiceMonitor')).toBe(has('monitoring'));
  });

  it('believes the addresses that its Ingress forwards', () => {
    const { data } = configMapOf(documents, overlay === 'single' ? 'psa-all' : 'psa-gateway');
    expect('PSA_TRUSTED_PROXIES' in (data as object)).toBe(has('ingress'));
  });

  it('has the host of the installation wherever a host is named', () => {
    const text = JSON.stringify(documents);
    expect(text).toContain('https://psa.our.example');
    expect(text).not.toContain('psa.example.com');
  });
});

describe('an installation in a namespace of another name', () => {
  it.each([
    ['single', ['monitoring', 'ingress', 'reloader', 'tls']],
    ['ha', ['tls', 'service-tls']],
    ['ha-keda', ['tls', 'service-tls']],
  ])('has nothing left of the namespace psa, by %s', async (overlay, components) => {
    const documents = await overlayOf(overlay, components, 'other');
    expect(faultsOf(documents)).toEqual([]);
    const text = JSON.stringify(documents);
    const named = [...text.matchAll(/namespace=~?\\*"[^"]*"|[\w.-]*\.psa\.svc[\w.]*|"psa\/[\w-]*-tls"|"namespace":"psa"/g)].map(
      ([found]) => found,
    );
    // The dashboard has one chosen.
    expect(named.filter((found) => !found.includes('$namespace'))).toEqual([]);
    if (overlay === 'ha-keda') expect(text).toContain('"nats-monitoring.other.svc:8222"');
    if (components.includes('service-tls')) expect(text).toContain('"other/gateway-tls"');
  });
});

describe('the overlay of the handbook', () => {
  const handbook = readFileSync(join(repositoryRoot, 'docs/operations.md'), 'utf8');
  const block = (name: string) =>
    new RegExp(`\`\`\`yaml\\n\\s*# ${name}\\n([^]*?)\`\`\``).exec(handbook)?.[1]?.replaceAll(/^ {3}/gm, '') ?? '';

  let workloads: Workload[];
  beforeAll(async () => {
    workloads = await allWorkloads();
  }, 120_000);

  it.each(['single', 'small', 'ha', 'ha-keda'])(
    'is complete, also on %s: host, namespace, and images by tag and digest',
    async (overlay) => {
      const parts = overlay === 'single' ? [wholeWorkload(workloads)] : workloads;
      const names = [...parts.map(({ name }) => name), 'operator', 'nats', 'natsio/prometheus-nats-exporter'];
      const digests = Object.fromEntries(names.map((name) => [name, `sha256:${'a'.repeat(64)}`]));
      const documents = await renderedOverlay({
        'kustomization.yaml': block('kustomization.yaml')
          .replaceAll('../psa/deploy/kustomize', 'psa')
          .replace('overlays/ha', `overlays/${overlay}`),
        'installation.yaml': block('installation.yaml'),
        'release/kustomization.yaml': releaseComponent(parts, { registry: 'registry.example.com', version: '1.2.3', digests }),
      });
      expect(faultsOf(documents)).toEqual([]);
      const text = JSON.stringify(documents);
      expect(text).toContain('https://psa.example.org');
      expect(text).not.toContain('psa.example.com');
      const images = [...text.matchAll(/"image":"([^"]*)"/g)].map(([, image]) => image ?? '');
      expect(images.filter((image) => !/:[\w.]+@sha256:a{64}$/.test(image))).toEqual([]);
    },
    60_000,
  );
});
