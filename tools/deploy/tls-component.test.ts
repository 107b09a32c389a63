import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@psa/test-kit';
import { authorityFile } from '@psa/test-kit/tls';
import { connect } from 'nats';
import { natsServer } from '../local/nats-server.ts';
import { claimAnyPort, type PortClaim } from '../local/ports.ts';
import { repositoryRoot } from '../local/repository-root.ts';
import { type Document, renderKustomization } from './kustomize.ts';
import { findings } from './manifest-policy.ts';
import { Manifest } from './manifest-schemas.ts';

interface Pod {
  readonly containers: readonly { readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[] }[];
  readonly volumes: readonly { readonly name: string; readonly secret?: { readonly items?: readonly { readonly path: string }[] } }[];
}

/** @param folders that the server reads */
async function startNats(config: string, folders: readonly string[]): Promise<ChildProcess> {
  const server = await natsServer(() => {});
  const [program, args] =
    server.kind === 'binary'
      ? [server.path, []]
      : [server.engine, ['run', '--rm', '--network=host', ...folders.map((folder) => `--volume=${folder}:${folder}:ro`), server.image]];
  return spawn(program, [...args, '-c', config], { stdio: 'ignore' });
}

describe.each(['small', 'ha', 'ha-keda'])('the overlay %s with TLS', (overlay) => {
  const folder = mkdtempSync(join(tmpdir(), 'psa-tls-'));
  let documents: Document[];
  beforeAll(() => {
    symlinkSync(join(repositoryRoot, 'deploy/kustomize'), join(folder, 'kustomize'));
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      `kind: Kustomization\nnamespace: psa\nresources: [kustomize/overlays/${overlay}]\ncomponents: [kustomize/components/tls]\n`,
    );
    documents = renderKustomization(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const named = (kind: string, name: string) =>
    documents.find((document) => document['kind'] === kind && document['metadata'].name === name) as Document;

  it('holds to the policy', () => expect(findings(documents.map((document) => Manifest.parse(document)))).toEqual([]));

  it('brings the authority, and not its key, to every process that connects to the broker', () => {
    const deployments = documents.filter(({ kind }) => kind === 'Deployment');
    expect(deployments.length).toBeGreaterThan(8);
    for (const { metadata, spec } of deployments) {
      const file = named('ConfigMap', `psa-${metadata.name}`)['data']['PSA_NATS_TLS_CA'] as string;
      const pod = spec.template.spec as Pod;
      const mount = pod.containers[0]?.volumeMounts.find(({ mountPath }) => mountPath === dirname(file));
      const volume = pod.volumes.find(({ name }) => name === mount?.name);
      expect(volume?.secret?.items?.map(({ path }) => join(mount?.mountPath ?? '', path))).toEqual([file]);
    }
  });

  it('gives the broker a certificate by the name it is connected to, and mounts it where its configuration looks', () => {
    const { spec } = named('Certificate', 'nats');
    expect(spec.dnsNames).toEqual(expect.arrayContaining(['nats', 'nats-0.nats-headless']));
    const pod = named('StatefulSet', 'nats')['spec'].template.spec as Pod;
    const mounts = pod.containers[0]?.volumeMounts.map(({ mountPath }) => mountPath);
    const { data } = named('ConfigMap', 'nats-tls') as { data: Record<string, string> };
    const files = Object.values(data).flatMap((text) => [...text.matchAll(/_file: (\S+)/g)].map(([, path]) => path ?? ''));
    expect(files).toHaveLength(5);
    for (const file of files) expect(mounts).toContain(dirname(file));
    const config = named('ConfigMap', 'nats-config')['data']['nats.conf'] as string;
    const included = [...config.matchAll(/include \.\.\/psa-tls\/(\S+)/g)].map(([, name]) => name ?? '');
    expect(included.sort()).toEqual(overlay === 'small' ? ['clients.conf'] : Object.keys(data).sort());
  });
});

describe('the broker with the configuration of the component', () => {
  const folder = mkdtempSync(join(tmpdir(), 'psa-tls-nats-'));
  let server: ChildProcess;
  let port: number;
  let claim: PortClaim;
  beforeAll(async () => {
    const certificates = dirname(authorityFile('known'));
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      'kind: Kustomization\nresources: [kustomize/overlays/small]\ncomponents: [kustomize/components/tls]\n',
    );
    symlinkSync(join(repositoryRoot, 'deploy/kustomize'), join(folder, 'kustomize'));
    const config = renderKustomization(folder).find(({ metadata }) => metadata.name === 'nats-tls') as Document;
    const clients = (config['data']['clients.conf'] as string)
      .replace('/etc/psa-certificate/tls.crt', join(certificates, 'known-server.pem'))
      .replace('/etc/psa-certificate/tls.key', join(certificates, 'known-server-key.pem'));
    writeFileSync(join(folder, 'clients.conf'), clients);
    claim = await claimAnyPort();
    port = claim.port;
    writeFileSync(join(folder, 'nats.conf'), `listen: 127.0.0.1:${port}\ninclude clients.conf\n`);
    server = await startNats(join(folder, 'nats.conf'), [folder, certificates]);
  }, 60_000);
  afterAll(async () => {
    const exit = once(server, 'exit');
    server.kill();
    await exit;
    claim.release();
    rmSync(folder, { recursive: true });
  });

  it('is spoken to by who trusts its authority, and by nobody else', async () => {
    const tls = { caFile: authorityFile('known') };
    const connection = await eventually(async () => connect({ servers: `localhost:${port}`, tls, maxReconnectAttempts: 0 }), 10_000);
    expect(connection.info).toMatchObject({ tls_required: true });
    await connection.close();
    const other = { caFile: authorityFile('other') };
    await expect(connect({ servers: `localhost:${port}`, tls: other, maxReconnectAttempts: 0 })).rejects.toThrow();
  }, 30_000);
});
