import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@psa/test-kit';
import { authorityFile } from '@psa/test-kit/tls';
import { connect } from 'nats';
import { natsServer } from '../local/nats-server.ts';
import { claimAnyPort, type PortClaim } from '../local/ports.ts';
import { repositoryRoot } from '../local/repository-root.ts';
import { configMapOf, type Document, renderKustomization } from './kustomize.ts';
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

describe.each(['single', 'small', 'ha', 'ha-keda'])('the overlay %s with TLS', (overlay) => {
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
    expect(deployments.length).toBeGreaterThan(overlay === 'single' ? 0 : 8);
    for (const { metadata, spec } of deployments) {
      const file = configMapOf(documents, `psa-${metadata.name}`)['data']['PSA_NATS_TLS_CA'] as string;
      const pod = spec.template.spec as Pod;
      const mount = pod.containers[0]?.volumeMounts.find(({ mountPath }) => mountPath === dirname(file));
      const volume = pod.volumes.find(({ name }) => name === mount?.name);
      expect(volume?.secret?.items?.map(({ path }) => join(mount?.mountPath ?? '', path))).toEqual([file]);
    }
  });

  it('has the brokers take a renewed certificate without a restart, and rolls nothing for it', () => {
    const pod = named('StatefulSet', 'nats')['spec'].template.spec as Document;
    expect(pod['shareProcessNamespace']).toBe(true);
    const reloader = (pod['containers'] as Document[]).find(({ name }) => name === 'certificate-reloader');
    const watched = (reloader?.['args'] as string[]).filter((argument) => argument.startsWith('/'));
    const config = configMapOf(documents, 'nats-config')['data']['nats.conf'] as string;
    const files = Object.values(configMapOf(documents, 'nats-tls')['data'] as Record<string, string>).flatMap((text) =>
      [...text.matchAll(/_file: (\S+)/g)].map(([, path]) => path ?? ''),
    );
    expect(new Set(watched)).toEqual(new Set([/pid_file: (\S+)/.exec(config)?.[1], ...files]));
    expect(named('Certificate', 'nats')['spec'].secretTemplate.annotations).toEqual({ 'reloader.stakater.com/ignore': 'true' });
  });

  it('gives the broker a certificate by the name it is connected to, and mounts it where its configuration looks', () => {
    const { spec } = named('Certificate', 'nats');
    expect(spec.dnsNames).toEqual(expect.arrayContaining(['nats', 'nats-0.nats-headless']));
    const pod = named('StatefulSet', 'nats')['spec'].template.spec as Pod;
    const mounts = pod.containers[0]?.volumeMounts.map(({ mountPath }) => mountPath);
    const { data } = configMapOf(documents, 'nats-tls') as { data: Record<string, string> };
    const files = Object.values(data).flatMap((text) => [...text.matchAll(/_file: (\S+)/g)].map(([, path]) => path ?? ''));
    expect(files).toHaveLength(5);
    for (const file of files) expect(mounts).toContain(dirname(file));
    const config = configMapOf(documents, 'nats-config')['data']['nats.conf'] as string;
    const included = [...config.matchAll(/include \.\.\/psa-tls\/(\S+)/g)].map(([, name]) => name ?? '');
    expect(included.sort()).toEqual(!overlay.startsWith('ha') ? ['clients.conf'] : Object.keys(data).sort());
  });
});

describe('the broker with the configuration of the component', () => {
  const folder = mkdtempSync(join(tmpdir(), 'psa-tls-nats-'));
  let server: ChildProcess;
  let port: number;
  let claim: PortClaim;
  /** Puts the certificate of one of two authorities where the broker reads it. */
  const useCertificate = (authority: 'known' | 'other') => {
    const certificates = dirname(authorityFile(authority));
    copyFileSync(join(certificates, `${authority}-server.pem`), join(folder, 'tls.crt'));
    copyFileSync(join(certificates, `${authority}-server-key.pem`), join(folder, 'tls.key'));
  };
  beforeAll(async () => {
    writeFileSync(
      join(folder, 'kustomization.yaml'),
      'kind: Kustomization\nresources: [kustomize/overlays/small]\ncomponents: [kustomize/components/tls]\n',
    );
    symlinkSync(join(repositoryRoot, 'deploy/kustomize'), join(folder, 'kustomize'));
    const config = configMapOf(renderKustomization(folder), 'nats-tls');
    const clients = (config['data']['clients.conf'] as string)
      .replace('/etc/psa-certificate/tls.crt', join(folder, 'tls.crt'))
      .replace('/etc/psa-certificate/tls.key', join(folder, 'tls.key'));
    useCertificate('known');
    writeFileSync(join(folder, 'clients.conf'), clients);
    claim = await claimAnyPort();
    port = claim.port;
    writeFileSync(join(folder, 'nats.conf'), `listen: 127.0.0.1:${port}\ninclude clients.conf\n`);
    server = await startNats(join(folder, 'nats.conf'), [folder]);
  }, 60_000);
  afterAll(async () => {
    const exit = once(server, 'exit');
    server.kill();
    await exit;
    claim.release();
    rmSync(folder, { recursive: true });
  });

  it('shows a renewed certificate on new connections once it is told to, and keeps those it has', async () => {
    const open = await eventually(
      async () => connect({ servers: `localhost:${port}`, tls: { caFile: authorityFile('known') }, maxReconnectAttempts: 0 }),
      10_000,
    );
    const other = { caFile: authorityFile('other') };
    useCertificate('other');
    // What the component's reloader does.
    server.kill('SIGHUP');
    const renewed = await eventually(async () => connect({ servers: `localhost:${port}`, tls: other, maxReconnectAttempts: 0 }), 10_000);
    await renewed.close();
    await open.flush();
    await open.close();
    useCertificate('known');
    server.kill('SIGHUP');
  }, 30_000);

  it('is spoken to by who trusts its authority, and by nobody else', async () => {
    const tls = { caFile: authorityFile('known') };
    const connection = await eventually(async () => connect({ servers: `localhost:${port}`, tls, maxReconnectAttempts: 0 }), 10_000);
    expect(connection.info).toMatchObject({ tls_required: true });
    await connection.close();
    const other = { caFile: authorityFile('other') };
    await expect(connect({ servers: `localhost:${port}`, tls: other, maxReconnectAttempts: 0 })).rejects.toThrow();
  }, 30_000);
});
