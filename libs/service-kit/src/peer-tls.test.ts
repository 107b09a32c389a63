import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLog, createMetrics, exposition } from '@psa/observability-kit';
import { eventually, TestService } from '@psa/test-kit';
import { type CertificateFiles, TestAuthority } from '@psa/test-kit/tls';
import { close, listen, openPeerTls, type PeerTls } from './index.ts';
import { createExpressApp } from '@psa/http-kit';
import { clockService } from './testing/clock-service.ts';

const log = createLog('peer-tls', 'silent');
const folder = mkdtempSync(join(tmpdir(), 'psa-peer-tls-'));
const opened: PeerTls[] = [];

function open(settings: Parameters<typeof openPeerTls>[0]): PeerTls {
  const peer = openPeerTls(settings, { log, metrics: createMetrics('peer-tls'), checkEveryMs: 20 });
  opened.push(peer);
  return peer;
}

/** Settings of a server that admits whom its authority has signed. */
function serving({ certFile, keyFile, caFile }: CertificateFiles) {
  return { PSA_HTTP_TLS_CERT: certFile, PSA_HTTP_TLS_KEY: keyFile, PSA_HTTP_TLS_CLIENT_CA: caFile };
}

/** Settings of who calls it. */
function calling({ certFile, keyFile, caFile }: CertificateFiles) {
  return { PSA_PEER_TLS_CERT: certFile, PSA_PEER_TLS_KEY: keyFile, PSA_PEER_TLS_CA: caFile };
}

describe('TLS between processes', () => {
  let authority: TestAuthority;
  let other: TestAuthority;
  let server: CertificateFiles;
  let client: CertificateFiles;

  beforeAll(async () => {
    [authority, other] = [await TestAuthority.create('one'), await TestAuthority.create('other')];
    server = await authority.renew(join(folder, 'server'), ['localhost', '127.0.0.1']);
    client = await authority.renew(join(folder, 'client'), ['gateway']);
  });
  afterEach(async () => {
    for (const peer of opened.splice(0)) await peer.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['PSA_HTTP_TLS_CERT and PSA_HTTP_TLS_KEY go together', () => ({ PSA_HTTP_TLS_CERT: server.certFile })],
    ['PSA_HTTP_TLS_CLIENT_CA needs PSA_HTTP_TLS_CERT', () => ({ PSA_HTTP_TLS_CLIENT_CA: server.caFile })],
    ['PSA_PEER_TLS_CERT and PSA_PEER_TLS_KEY go together', () => ({ PSA_PEER_TLS_KEY: client.keyFile, PSA_PEER_TLS_CA: client.caFile })],
    ['PSA_PEER_TLS_CERT needs PSA_PEER_TLS_CA', () => ({ PSA_PEER_TLS_CERT: client.certFile, PSA_PEER_TLS_KEY: client.keyFile })],
    ['The certificate PSA_HTTP_TLS_CERT cannot be used', () => ({ PSA_HTTP_TLS_CERT: server.certFile, PSA_HTTP_TLS_KEY: client.keyFile })],
  ])('refuses settings that would leave it half encrypted: %s', (message, settings) => {
    expect(() => open(settings())).toThrow(message);
  });

  it('is none without settings, and measures nothing', async () => {
    const metrics = createMetrics('peer-tls');
    const peer = openPeerTls({}, { log, metrics });
    expect([peer.server, peer.client]).toEqual([undefined, undefined]);
    expect((await exposition([metrics])).text).not.toMatch(/^tls_certificate/m);
  });

  it('measures when the certificates expire', async () => {
    const metrics = createMetrics('peer-tls');
    opened.push(openPeerTls({ ...serving(server), ...calling(client) }, { log, metrics }));
    const { text } = await exposition([metrics]);
    const seconds = [...text.matchAll(/tls_certificate_expiry_timestamp_seconds\{certificate="(\w+)",service="peer-tls"\} (\S+)/g)];
    expect(seconds.map(([, name]) => name)).toEqual(['api', 'peer']);
    for (const [, , value] of seconds) expect(Math.round((Number(value) - Date.now() / 1000) / 86_400)).toBe(90);
  });

  describe('a service with a certificate', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await TestService.start(clockService(), { settings: serving(server) });
    });
    afterAll(() => service.stop());

    it('answers a peer, under each name of its certificate', async () => {
      expect(service.running.url).toMatch(/^https:/);
      const { fetch } = open(calling(client));
      const { port } = new URL(service.running.url);
      for (const host of ['127.0.0.1', 'localhost']) expect((await fetch(`https://${host}:${port}/strike`)).status).toBe(200);
    });

    it('answers nobody without a certificate', async () => {
      const { fetch } = open({ PSA_PEER_TLS_CA: server.caFile });
      await expect(fetch(`${service.running.url}/strike`)).rejects.toThrow();
    });

    it('answers nobody with the certificate of another authority', async () => {
      const { certFile, keyFile } = await other.renew(join(folder, 'stranger'), ['gateway']);
      const { fetch } = open({ PSA_PEER_TLS_CERT: certFile, PSA_PEER_TLS_KEY: keyFile, PSA_PEER_TLS_CA: server.caFile });
      await expect(fetch(`${service.running.url}/strike`)).rejects.toThrow();
    });

    it('answers nobody who speaks plainly, or with an expired certificate', async () => {
      await expect(fetch(service.running.url.replace('https', 'http'))).rejects.toThrow();
      const expired = await authority.renew(join(folder, 'expired'), ['gateway'], -1);
      await expect(open(calling(expired)).fetch(`${service.running.url}/strike`)).rejects.toThrow();
    });

    it('has its probes and figures on a port without TLS', async () => {
      expect((await fetch(new URL('/readyz', service.running.adminUrl))).status).toBe(200);
      expect(await (await fetch(new URL('/metrics', service.running.adminUrl))).text()).toContain(
        'tls_certificate_expiry_timestamp_seconds{certificate="api",service="kit_service"}',
      );
    });
  });

  it('verifies whom it calls', async () => {
    const { server: tls } = open(serving(await other.renew(join(folder, 'impostor'), ['localhost'])));
    const { app, server: http } = createExpressApp(tls);
    app.use((_, response) => {
      response.end('reached');
    });
    const url = await listen(http, '127.0.0.1', 0);
    await expect(open(calling(client)).fetch(url.replace('127.0.0.1', 'localhost'))).rejects.toThrow();
    await close(http);
  });

  it('shows new certificates on new connections, to old and new alike', async () => {
    const moved = await TestAuthority.create('next');
    const files = await authority.renew(join(folder, 'moving'), ['localhost']);
    const { server: tls } = open({ PSA_HTTP_TLS_CERT: files.certFile, PSA_HTTP_TLS_KEY: files.keyFile });
    const { app, server: http } = createExpressApp(tls);
    app.use((_, response) => {
      response.end('reached');
    });
    const url = (await listen(http, '127.0.0.1', 0)).replace('127.0.0.1', 'localhost');
    const caller = open({ PSA_PEER_TLS_CA: (await authority.renew(join(folder, 'caller'), ['caller'])).caFile });
    expect((await caller.fetch(url)).status).toBe(200);
    await moved.renew(join(folder, 'moving'), ['localhost']);
    const trusting = open({ PSA_PEER_TLS_CA: files.caFile });
    await eventually(async () => (await trusting.fetch(url)).ok);
    // Its connection stays; a new one is refused, and is made once it trusts the new authority.
    http.closeIdleConnections();
    await eventually(async () =>
      caller.fetch(url).then(
        () => false,
        () => true,
      ),
    );
    await moved.renew(join(folder, 'caller'), ['caller']);
    await eventually(async () => (await caller.fetch(url)).ok);
    await close(http);
  });

  it('stops at once beside connections that were opened and never used, and within seconds beside unfinished handshakes', async () => {
    const { server: tls } = open(serving(server));
    const { server: http } = createExpressApp(tls);
    const { port } = new URL(await listen(http, '127.0.0.1', 0));
    const material = open(calling(client)).client!.material;
    const unused = connectTls({ port: Number(port), host: '127.0.0.1', ...material }).on('error', () => {});
    await once(unused, 'secureConnect');
    // In TLS 1.3 a client is through before the server is.
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    const started = Date.now();
    await close(http);
    expect(Date.now() - started).toBeLessThan(2_000);

    const { server: second } = createExpressApp(tls);
    const address = new URL(await listen(second, '127.0.0.1', 0));
    const silent = connectPlain(Number(address.port), '127.0.0.1').on('error', () => {});
    await once(silent, 'connect');
    const again = Date.now();
    await close(second);
    expect(Date.now() - again).toBeLessThan(10_000);
    for (const socket of [unused, silent]) socket.destroy();
  }, 30_000);
});
