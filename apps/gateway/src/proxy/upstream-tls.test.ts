import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createExpressApp, principalVerifier, type VerifyPrincipal } from '@psa/http-kit';
import { createLog, createMetrics } from '@psa/observability-kit';
import { close, listen, openPeerTls, type PeerTls } from '@psa/service-kit';
import { eventually } from '@psa/test-kit';
import { type CertificateFiles, TestAuthority } from '@psa/test-kit/tls';
import { TestGateway } from '../testing/test-gateway.ts';
import type { TestKey } from '../testing/test-identity.ts';

// Processes look at their certificates every few seconds.
jest.setTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), 'psa-upstream-tls-'));
const silent = createLog('upstream-tls', 'silent');
const NAMES = ['127.0.0.1', 'localhost'];

const serving = ({ certFile, keyFile }: CertificateFiles) => ({ PSA_HTTP_TLS_CERT: certFile, PSA_HTTP_TLS_KEY: keyFile });
const calling = ({ certFile, keyFile, caFile }: CertificateFiles) => ({
  PSA_PEER_TLS_CERT: certFile,
  PSA_PEER_TLS_KEY: keyFile,
  PSA_PEER_TLS_CA: caFile,
});

describe('the way from the gateway to a service by TLS', () => {
  let authority: TestAuthority;
  let gateway: TestGateway;
  let service: { readonly tls: PeerTls; readonly server: Server; readonly url: string };
  /** Somebody outside, who trusts the authority and has no certificate. */
  let outside: PeerTls;
  let key: TestKey;
  let verify: VerifyPrincipal;
  let logged: string;

  const certificate = (of: string, names = NAMES, days?: number) => authority.renew(join(folder, of), names, days);

  /** A server as services have it, which verifies the token as services do and answers with what it got. */
  async function startService(): Promise<typeof service> {
    const files = await certificate('clients');
    const tls = openPeerTls(
      { ...serving(files), PSA_HTTP_TLS_CLIENT_CA: files.caFile, ...calling(files) },
      { log: silent, metrics: createMetrics('clients') },
    );
    const { app, server } = createExpressApp(tls.server);
    app.use((request, response) => {
      let body = '';
      const answer = () => {
        if (request.headers.authorization === undefined) {
          response.status(401).end();
          return;
        }
        Promise.resolve()
          .then(() => verify(request.headers.authorization))
          .then(
            ({ tenant }) => response.json({ tenant, headers: request.headers, body }),
            (error: Error) => response.status(500).end(error.message),
          );
      };
      // Without a body there is no end of one to wait for.
      if (request.headers['content-length'] === undefined) {
        answer();
        return;
      }
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', answer);
    });
    return { tls, server, url: await listen(server, '127.0.0.1', 0) };
  }

  beforeAll(async () => {
    authority = await TestAuthority.create();
    outside = openPeerTls({ PSA_PEER_TLS_CA: (await certificate('outside')).caFile }, { log: silent, metrics: createMetrics('outside') });
  });
  afterAll(async () => {
    await outside.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    service = await startService();
    const files = await certificate('gateway');
    logged = '';
    const lines = new Writable({
      write(chunk: Buffer, _encoding, done) {
        logged += chunk.toString();
        done();
      },
    });
    gateway = await TestGateway.start({
      settings: { ...serving(files), ...calling(files), PSA_CLIENTS_URL: service.url, PSA_TRUSTED_PROXIES: '127.0.0.1' },
      log: createLog('gateway', 'info', lines),
    });
    verify = principalVerifier('clients', new URL('/.well-known/jwks.json', gateway.running.url), service.tls.fetch);
    key = gateway.identity.newKey();
  });
  afterEach(async () => {
    await gateway.stop();
    await close(service.server);
    await service.tls.close();
  });

  const send = async (path: string, init: RequestInit = {}) =>
    outside.fetch(new URL(path, gateway.running.url), { ...init, headers: { 'x-api-key': key.text, ...(init.headers as object) } });

  it('carries requests, and the keys their tokens are verified by', async () => {
    expect(gateway.running.url).toMatch(/^https:/);
    const response = await send('/api/v1/people', { method: 'GET' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ tenant: key.caller.tenant });
    expect(await (await send('/api/v1/people', { method: 'POST', body: 'x'.repeat(900) })).json()).toMatchObject({ body: 'x'.repeat(900) });
  });

  it('says where a request comes from as the proxy in front does, and not as the caller of that proxy', async () => {
    const headersFor = async (headers: Record<string, string>) =>
      ((await (await send('/api/v1/people', { headers })).json()) as { headers: Record<string, string> }).headers;
    expect(await headersFor({ 'x-forwarded-for': '6.6.6.6, 203.0.113.9', 'x-forwarded-proto': 'https' })).toMatchObject({
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
    });
    expect(await headersFor({ 'x-forwarded-proto': 'http' })).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    });
  });

  it('is taken to see whether the service lives', async () => {
    const report = async () => await (await outside.fetch(new URL('/api/v1/meta/health', gateway.running.url))).text();
    expect(await report()).toMatch(/"clients":\{"status":"up"/);
  });

  it('is not taken to a service whose certificate has another name, and the log says why', async () => {
    await certificate('clients', ['billing']);
    service.tls.server?.reload();
    service.server.closeAllConnections();
    const response = await eventually(async () => {
      const answer = await send('/api/v1/people');
      return answer.status === 502 ? answer : undefined;
    });
    expect(await response.json()).toMatchObject({ error: { code: 'BAD_GATEWAY' } });
    await eventually(() => logged.includes('The clients service: ERR_TLS_CERT_ALTNAME_INVALID'));
    await certificate('clients');
    service.tls.server?.reload();
    await eventually(async () => (await send('/api/v1/people')).status === 200);
  });

  it('stays open while both sides get new certificates under load, and no request fails', async () => {
    /** Days that the certificate was valid for which the gateway showed on each connection, in their order. */
    const shown: number[] = [];
    service.server.on('secureConnection', (socket: TLSSocket) => {
      shown.push(Math.round((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000));
    });
    const statuses = new Map<number | string, number>();
    const count = (status: number | string) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const failures = () => [...statuses].reduce((sum, [status, times]) => (status === 200 ? sum : sum + times), 0);
    let stopped = false;
    const workers: Promise<void>[] = [];
    const addWorkers = (added: number) => {
      for (let index = 0; index < added; index++) workers.push(work());
    };
    const work = async () => {
      for (let round = 0; !stopped && failures() === 0; round++) {
        const headers = { 'x-api-key': gateway.identity.newKey().text };
        await outside
          .fetch(new URL('/api/v1/people', gateway.running.url), { headers, ...(round % 2 === 0 ? {} : { method: 'POST', body: '{}' }) })
          .then(
            async (response) => {
              const body = await response.text();
              count(response.status === 200 ? 200 : `${response.status} ${body}`);
            },
            (error: Error) => count(error.message),
          );
      }
    };
    const served = async (more: number) => {
      const before = statuses.get(200) ?? 0;
      await eventually(() => failures() > 0 || (statuses.get(200) ?? 0) >= before + more, 30_000);
      expect([...statuses.keys()]).toEqual([200]);
    };
    try {
      addWorkers(8);
      await served(50);
      for (const days of [60, 30]) {
        for (const process of ['clients', 'gateway']) await certificate(process, NAMES, days);
        // More at once than there are connections, until one is made with what both sides have read; not so many that they wait for each other.
        await eventually(async () => {
          await sleep(500);
          addWorkers(2);
          await served(20);
          return shown.includes(days) || failures() > 0;
        }, 30_000);
        await served(50);
      }
    } finally {
      stopped = true;
      await Promise.all(workers);
    }
    expect([...statuses.keys()]).toEqual([200]);
    expect([...new Set(shown)]).toEqual([90, 60, 30]);
    expect(shown.length).toBeLessThan((statuses.get(200) ?? 0) / 2);
  });
});
