import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { findOnPath } from '../local/find-on-path.ts';
import { repositoryRoot } from '../local/repository-root.ts';
import { runCommand } from '../local/run-command.ts';
import { configMapOf, type Document, renderKustomization } from './kustomize.ts';
import { findings } from './manifest-policy.ts';
import { Manifest } from './manifest-schemas.ts';

interface Pod {
  readonly containers: readonly {
    readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
    readonly livenessProbe: { readonly httpGet: { readonly port: string; readonly scheme?: string } };
  }[];
  readonly volumes: readonly { readonly name: string; readonly secret?: { readonly secretName: string } }[];
}

const kubectl = findOnPath('kubectl', []);

describe.each(['small', 'ha', 'ha-keda'])('the overlay %s with TLS between gateway and services', (overlay) => {
  const folder = mkdtempSync(join(tmpdir(), 'psa-service-tls-'));
  let plain: Document[];
  let documents: Document[];
  beforeAll(() => {
    symlinkSync(join(repositoryRoot, 'deploy/kustomize'), join(folder, 'kustomize'));
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      `kind: Kustomization\nnamespace: psa\nresources: [installation.yaml, kustomize/overlays/${overlay}]\ncomponents: [kustomize/components/tls, kustomize/components/service-tls]\n`,
    );
    writeFileSync(
      join(folder, 'installation.yaml'),
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: psa-installation, annotations: { config.kubernetes.io/local-config: "true" } }\ndata: { host: psa.example.com, namespace: psa }\n',
    );
    plain = renderKustomization(join(repositoryRoot, 'deploy/kustomize/overlays', overlay));
    documents = renderKustomization(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const deployments = () => documents.filter(({ kind }) => kind === 'Deployment');
  const settingsOf = (name: string) => configMapOf(documents, `psa-${name}`)['data'] as Record<string, string>;

  it('holds to the policy, and is made of what Kubernetes and cert-manager know', () =>
    expect(findings(documents.map((document) => Manifest.parse(document)))).toEqual([]));

  if (kubectl !== undefined) {
    it('is rendered by kubectl as it is here', async () => {
      const changed = new Set(['Deployment', 'Certificate', 'Ingress']);
      const { ok, output } = await runCommand(kubectl, ['kustomize', '--load-restrictor=LoadRestrictionsNone', folder]);
      expect({ ok, output: ok ? '' : output }).toEqual({ ok: true, output: '' });
      const rendered = parseAllDocuments(output).map((document) => document.toJS() as Document);
      const shapeOf = (all: Document[]) =>
        all
          .filter(
            ({ kind, metadata }) => changed.has(kind as string) || (kind === 'ConfigMap' && (metadata.name as string).startsWith('psa-')),
          )
          .map(({ kind, metadata, data, spec }) => [kind, metadata.name, metadata.annotations ?? {}, data ?? {}, spec ?? {}] as const)
          .sort(([oneKind, one], [otherKind, other]) => (`${oneKind}${one}` < `${otherKind}${other}` ? -1 : 1));
      expect(shapeOf(rendered)).toEqual(shapeOf(documents));
    }, 60_000);
  }

  it('gives every process the files its settings name, from a certificate for the name it is called by', () => {
    expect(deployments().length).toBeGreaterThan(8);
    for (const { metadata, spec } of deployments()) {
      const files = Object.entries(settingsOf(metadata.name)).filter(([name]) => /^PSA_(?:HTTP|PEER)_TLS_/.test(name));
      expect(files).toHaveLength(metadata.name === 'gateway' ? 5 : 6);
      const pod = spec.template.spec as Pod;
      for (const [, file] of files) {
        const mount = pod.containers[0]?.volumeMounts.find(({ mountPath }) => mountPath === dirname(file));
        const secret = pod.volumes.find(({ name }) => name === mount?.name)?.secret?.secretName;
        const certificate = documents.find((one) => one['kind'] === 'Certificate' && one['spec'].secretName === secret);
        expect(certificate?.['spec']).toMatchObject({
          dnsNames: expect.arrayContaining([metadata.name]) as unknown,
          usages: ['server auth', 'client auth'],
          issuerRef: { name: 'psa-authority' },
          // Renewed without rolling what reads it.
          secretTemplate: { annotations: { 'reloader.stakater.com/ignore': 'true' } },
        });
      }
    }
  });

  it('has services refuse whoever has no certificate, and the gateway admit people', () => {
    for (const { metadata } of deployments())
      expect('PSA_HTTP_TLS_CLIENT_CA' in settingsOf(metadata.name)).toBe(metadata.name !== 'gateway');
  });

  it('leaves no address of a process of the product without encryption', () => {
    for (const { metadata } of deployments()) {
      const addresses = Object.values(settingsOf(metadata.name)).filter((value) => /^https?:\/\/[\w-]+:8080/.test(value));
      expect(addresses.length).toBeGreaterThan(0);
      expect(addresses.filter((address) => !address.startsWith('https:'))).toEqual([]);
    }
  });

  it('keeps probes on the port without TLS, and the network policies as they are', () => {
    for (const { spec } of deployments()) {
      const { port, scheme } = (spec.template.spec as Pod).containers[0]!.livenessProbe.httpGet;
      expect({ port, scheme }).toEqual({ port: 'admin', scheme: undefined });
    }
    const policies = (all: Document[]) => all.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policies(documents)).toEqual(policies(plain));
  });

  it('has the ingress controller verify the gateway, where there is one', () => {
    const annotations = documents.find(({ kind }) => kind === 'Ingress')?.['metadata'].annotations as Record<string, string> | undefined;
    expect(annotations?.['nginx.ingress.kubernetes.io/backend-protocol']).toBe(overlay === 'small' ? undefined : 'HTTPS');
    expect(annotations?.['nginx.ingress.kubernetes.io/proxy-ssl-verify']).toBe(overlay === 'small' ? undefined : 'on');
    expect(annotations?.['nginx.ingress.kubernetes.io/proxy-ssl-secret']).toBe(overlay === 'small' ? undefined : 'psa/gateway-tls');
  });
});
