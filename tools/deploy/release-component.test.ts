import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../local/repository-root.ts';
import { allWorkloads } from './generated-files.ts';
import { type Document, renderKustomization } from './kustomize.ts';
import { findings } from './manifest-policy.ts';
import { Manifest } from './manifest-schemas.ts';
import { alertRules } from './testing/alert-rules.ts';
import { releaseComponent } from './release-component.ts';
import type { Workload } from './workload.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const NATS_DIGEST = `sha256:${'b'.repeat(64)}`;

describe('an overlay with a release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'psa-release-'));
  let workloads: Workload[];
  let documents: Document[];

  beforeAll(async () => {
    workloads = await allWorkloads();
    symlinkSync(join(repositoryRoot, 'deploy/kustomize'), join(folder, 'kustomize'));
    mkdirSync(join(folder, 'release'));
    writeFileSync(
      join(folder, 'release/kustomization.yaml'),
      releaseComponent(workloads, {
        registry: 'registry.example.com:5000/our',
        mirror: 'copies.example.com',
        version: '1.2.3-rc.1',
        digests: { assets: DIGEST, nats: NATS_DIGEST },
      }),
    );
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      'kind: Kustomization\nnamespace: psa\nresources: [kustomize/overlays/ha]\ncomponents: [kustomize/components/tls, release]\n',
    );
    documents = renderKustomization(folder);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('takes every image of the product from its registry, by tag and by the digest that is known', () => {
    const images = [...JSON.stringify(documents).matchAll(/"image":"([^"]*)"/g)].map(([, image]) => image ?? '');
    const ours = images.filter((image) => image.includes('psa/'));
    expect(new Set(ours)).toEqual(
      new Set([
        ...workloads.map(({ name }) => `registry.example.com:5000/our/psa/${name}:1.2.3-rc.1${name === 'assets' ? `@${DIGEST}` : ''}`),
        'registry.example.com:5000/our/psa/operator:1.2.3-rc.1',
      ]),
    );
  });

  it("takes the images of others by exact versions, from the installation's own copies where it has some", () => {
    const images = [...JSON.stringify(documents).matchAll(/"image":"([^"]*)"/g)].map(([, image]) => image ?? '');
    const others = images.filter((image) => !image.includes('psa/'));
    expect(others.sort()).toEqual([
      `copies.example.com/nats:2.10.29@${NATS_DIGEST}`,
      'copies.example.com/natsio/nats-server-config-reloader:0.16.0',
      'copies.example.com/natsio/prometheus-nats-exporter:0.15.0',
    ]);
  });

  it('has an alert for a migration that failed, by the name it has in the release', () => {
    const expr = alertRules().find(({ alert }) => alert === 'PsaMigrationFailed')?.expr ?? '';
    const [, pattern = ''] = /job_name=~"([^"]*)"/.exec(expr) ?? [];
    for (const { metadata } of documents.filter(({ kind }) => kind === 'Job'))
      expect(metadata.name).toMatch(new RegExp(`^(?:${pattern})$`));
    expect('assets-migrate').toMatch(new RegExp(`^(?:${pattern})$`));
    // An attempt that failed is no failure of the job, which tries again.
    expect(expr).toContain('kube_job_failed{condition="true"');
  });

  it('has migrations with names of their own, so that they run anew without being deleted', () => {
    const names = documents.filter(({ kind }) => kind === 'Job').map(({ metadata }) => metadata.name as string);
    expect(names.sort()).toEqual(
      workloads
        .filter(({ migration }) => migration !== undefined)
        .map(({ name }) => `${name}-migrate-1-2-3-rc-1`)
        .sort(),
    );
  });

  it('holds to the policy as the overlay does', () => expect(findings(documents.map((document) => Manifest.parse(document)))).toEqual([]));
});
