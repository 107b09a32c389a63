import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrationSettings, ownSettingName, readSettings, serviceScope } from '@psa/service-kit';
import { parse, parseAllDocuments } from 'yaml';
import { findOnPath } from '../local/find-on-path.ts';
import { repositoryRoot } from '../local/repository-root.ts';
import { runCommand } from '../local/run-command.ts';
import { databaseServices, wholeProduct } from '../local/services.ts';
import { allWorkloads } from './generated-files.ts';
import { LOCAL_URL } from './compose.ts';
import { configMapOf, type Document, renderKustomization } from './kustomize.ts';
import { makeSecrets, type MadeSecrets } from './made-secrets.ts';
import { findings } from './manifest-policy.ts';
import { Manifest } from './manifest-schemas.ts';
import { withWholeProduct } from './whole-product.ts';

const { name } = wholeProduct;
const overlay = join(repositoryRoot, 'deploy/kustomize/overlays/single');
const documents = renderKustomization(overlay);
const manifests = documents.map((document) => Manifest.parse(document));
const kubectl = findOnPath('kubectl', []);
const only = (kind: string): Document => {
  const found = documents.filter((document) => document['kind'] === kind);
  expect(found).toHaveLength(1);
  return found[0] as Document;
};
const environment = () => configMapOf(documents, `psa-${name}`)['data'] as Record<string, string>;
const containerOf = (kind: string) => only(kind)['spec'].template.spec.containers[0] as Document;
const example = (secret: string) => {
  const all = parseAllDocuments(readFileSync(join(overlay, 'secrets.example.yaml'), 'utf8')).map((document) => document.toJS() as Document);
  return Object.keys(all.find(({ metadata }) => metadata.name === secret)?.['stringData'] as object);
};

describe('the overlay single', () => {
  if (kubectl !== undefined) {
    it('is rendered by kubectl as it is here', async () => {
      const { ok, output } = await runCommand(kubectl, ['kustomize', overlay]);
      expect(ok).toBe(true);
      const byName = (all: readonly Document[]) => Object.fromEntries(all.map((one) => [`${one['kind']} ${one['metadata'].name}`, one]));
      expect(byName(parseAllDocuments(output).map((document) => document.toJS() as Document))).toEqual(byName(documents));
    }, 30_000);
  }

  it('holds to the policy', () => expect(findings(manifests)).toEqual([]));

  it('is one deployment and one migration, beside the broker', () => {
    expect(only('Deployment')['metadata'].name).toBe(name);
    expect(only('Job')['metadata'].name).toBe(`${name}-migrate`);
    expect(only('StatefulSet')['metadata'].name).toBe('nats');
  });

  it('may be reached from the way in, and reach the broker, the database and the internet', () => {
    const { labels } = only('Deployment')['spec'].template.metadata as { labels: Record<string, string> };
    const about = manifests.flatMap((manifest) => {
      if (manifest.kind !== 'NetworkPolicy' || Object.keys(manifest.spec.podSelector).length === 0) return [];
      const { matchLabels = {}, matchExpressions = [] } = manifest.spec.podSelector;
      const isMeant =
        Object.entries(matchLabels).every(([label, value]) => labels[label] === value) &&
        matchExpressions.every(({ key, values = [] }) => values.includes(labels[key] ?? ''));
      return isMeant ? [manifest.metadata.name] : [];
    });
    expect(about.sort()).toEqual(['admit-ingress', 'admit-monitoring', name, 'reach-collector', 'reach-internet', 'reach-postgres']);
  });
});

describe('the configuration of the one process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'psa-whole-'));
  let secrets: MadeSecrets;
  beforeAll(async () => {
    secrets = withWholeProduct(makeSecrets(await allWorkloads(), { postgres: 'postgres:5432', nats: 'nats:4222', database: 'psa' }));
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('starts it with the secrets that are asked for and no others', async () => {
    const values = secrets.services[name] ?? {};
    for (const setting of example(`psa-${name}`)) writeFileSync(join(folder, setting), values[setting] ?? '');
    const { ok, output } = await runCommand(process.execPath, [join(repositoryRoot, 'apps/all/src/main.ts'), '--print-config'], {
      env: { ...environment(), PSA_SECRETS_DIR: folder },
    });
    expect(output).not.toContain('faulty');
    expect(ok).toBe(true);
    expect(output).not.toContain('postgres://');
    expect(JSON.parse(output)).toMatchObject({
      PSA_DRAIN_SECONDS: 5,
      identity: { PSA_DRAIN_SECONDS: 0, PSA_HTTP_HOST: '127.0.0.1', PSA_JWKS_URL: 'http://127.0.0.1:8080/.well-known/jwks.json' },
    });
  }, 120_000);

  it('is made of the same secrets as those of the services by themselves', () => {
    for (const { name: service } of databaseServices) {
      for (const setting of ['PSA_NATS_URL', 'PSA_DATABASE_URL', 'PSA_WORKER_DATABASE_URL'])
        expect(secrets.services[name]?.[ownSettingName(service, setting)]).toBe(secrets.services[service]?.[setting]);
    }
    expect(secrets.services[name]?.['PSA_AUTH_SECRET']).toBe(secrets.services['identity']?.['PSA_AUTH_SECRET']);
  });

  it('has no name that means something else to another service', async () => {
    const workloads = await allWorkloads();
    const meant = new Set(workloads.flatMap(({ facts }) => facts.settings.map((setting) => setting.name)));
    const twice = workloads.flatMap((workload) =>
      workload.facts.settings
        .map((setting) => [setting.name, ownSettingName(workload.name, setting.name)] as const)
        .filter(([setting, own]) => own !== setting && meant.has(own)),
    );
    expect(meant.size).toBeGreaterThan(50);
    expect(twice).toEqual([]);
  });

  it('migrates every service', () => {
    const values = secrets.migrations[name] ?? {};
    expect(Object.keys(values).sort()).toEqual(example(`psa-${name}-migration`).sort());
    for (const { name: service } of databaseServices)
      expect(readSettings(migrationSettings, values, serviceScope(service, ''))).toEqual(secrets.migrations[service]);
  });

  it('is the same by compose as in a cluster', () => {
    const { services } = parse(readFileSync(join(repositoryRoot, 'deploy/compose.single.yaml'), 'utf8')) as {
      services: Record<string, { image: string; command?: string[]; environment: Record<string, string> }>;
    };
    expect(Object.keys(services).sort()).toEqual([name, `${name}-migrate`, 'nats', 'operator', 'postgres']);
    expect(services[name]).toMatchObject({ mem_limit: '768m', environment: { ...environment(), PSA_PUBLIC_URL: LOCAL_URL } });
    expect(services[`${name}-migrate`]?.command).toEqual(containerOf('Job')['args']);
  });
});
