import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPsaClient } from '@psa/sdk';
import { eventually, OtlpSink, testReplicas } from '@psa/test-kit';
import { clientTests } from '../clients/client-tests.ts';
import type { ProductAddress } from '../clients/product-address.ts';
import { guideTests } from '../guides/guide-tests.ts';
import { bundleOf } from '../local/bundle-services.ts';
import { serviceEnvironment, type Wiring } from '../local/service-environment.ts';
import { services } from '../local/services.ts';
import type { Home } from '../local/home.ts';
import { claimPort } from '../local/ports.ts';
import { loadSecrets } from '../local/secrets.ts';
import { startStack, type Stack } from '../local/stack.ts';
import { instanceName, replicatedShape } from '../local/stack-shape.ts';
import { createTemporaryHome, removeHome } from '../local/temporary-home.ts';
import { callService } from '../operator/call-service.ts';
import { doctorTests } from '../operator/doctor/doctor-tests.ts';
import { archiveTests } from '../operator/tenant-archive/archive-tests.ts';

/** As OTLP numbers what a span is. */
const [SERVER, PRODUCER, CONSUMER] = [2, 4, 5];

interface Tenant {
  tenant: string;
  userId: string;
  apiKey: string;
}

/** Every service in a process of its own behind a gateway, as `npm start` runs them. */
describe('the product, as a consumer meets it', () => {
  let home: Home;
  let stack: Stack;
  let acme: Tenant;
  let collector: OtlpSink;
  const undo: (() => Promise<void> | void)[] = [];

  beforeAll(async () => {
    home = createTemporaryHome('psa-e2e-');
    undo.push(() => removeHome(home));
    collector = await OtlpSink.start();
    undo.push(() => collector.stop());
    const env = {
      ...process.env,
      PSA_LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '200',
      // The receiver of the guide to webhooks is on this machine.
      PSA_EGRESS_ALLOW: '127.0.0.0/8',
    };
    stack = await startStack(
      home,
      env,
      (step) => undo.push(step),
      new AbortController().signal,
      replicatedShape(testReplicas, (close) => undo.push(close)),
    );
    acme = await newTenant('acme');
  }, 300_000);
  afterAll(async () => {
    for (const step of undo.reverse()) await step();
  }, 60_000);

  const operator = (method: string, data: Record<string, unknown>) =>
    callService({ natsUrl: stack.natsUrl, service: 'identity', method, data, timeoutMs: 10_000 });
  const newTenant = async (slug: string) => (await operator('admin.tenant-create', { name: slug, slug })) as Tenant;
  const get = (path: string, apiKey: string, base = stack.baseUrl) => fetch(base + path, { headers: { 'x-api-key': apiKey } });

  it('serves the generated client: a client, a location, an asset, a list, a page of the reference', async () => {
    const psa = createPsaClient({ baseUrl: stack.baseUrl, apiKey: acme.apiKey });
    const client = await psa.POST('/api/v1/clients', { body: { client_name: 'Acme', billing_cycle: 'monthly' } });
    const client_id = client.data?.data.client_id ?? '';
    const location = await psa.POST('/api/v1/clients/{id}/locations', {
      params: { path: { id: client_id } },
      body: { address_line1: '1 Front Street', city: 'Columbus', country_code: 'US', country_name: 'United States' },
    });
    const location_id = location.data?.data.location_id ?? '';
    const asset = await psa.POST('/api/v1/assets', {
      body: { client_id, location_id, asset_type: 'server', asset_tag: 'SRV-1', name: 'Files', status: 'active' },
    });
    const list = await psa.GET('/api/v1/assets', { params: { query: { client_id, limit: 5 } } });
    const read = await psa.GET('/api/v1/assets/{id}', { params: { path: { id: asset.data?.data.data.asset_id ?? '' } } });
    expect([client, location, asset, list, read].map(({ response }) => response.status)).toEqual([201, 201, 201, 200, 200]);
    expect(read.data?.data.data).toMatchObject({ client_name: 'Acme', location_id, tenant: acme.tenant });
    expect(list.data?.data.pagination.total).toBe(1);
  });

  it('lets every link of an asset be followed', async () => {
    const rows = (await (await get('/api/v1/assets', acme.apiKey)).json()) as {
      data: {
        data: { _links: Record<string, { href: string; method: string }> }[];
        _links: Record<string, { href: string; method: string }>;
      };
    };
    const links = [...Object.values(rows.data.data[0]?._links ?? {}), ...Object.values(rows.data._links)].filter(
      ({ method }) => method === 'GET',
    );
    expect(links.length).toBeGreaterThan(5);
    for (const { href } of links) {
      const query = href.endsWith('/search') ? '?query=files' : '';
      expect({ href, status: (await get(href + query, acme.apiKey)).status }).toEqual({ href, status: 200 });
    }
  });

  it("answers another tenant's ids like ids that never were", async () => {
    const other = await newTenant('other');
    const { data } = (await (await get('/api/v1/assets', acme.apiKey)).json()) as { data: { data: { asset_id: string }[] } };
    const foreign = await get(`/api/v1/assets/${data.data[0]?.asset_id}`, other.apiKey);
    expect(foreign.status).toBe(404);
    expect(
      ((await (await get('/api/v1/assets', other.apiKey)).json()) as { data: { pagination: { total: number } } }).data.pagination.total,
    ).toBe(0);
  });

  it('takes a revoked key back within five seconds on every gateway', async () => {
    const second = await secondGateway();
    const key = (await operator('admin.key-create', { tenant: acme.tenant })) as { api_key_id: string; api_key: string };
    const statuses = async () => [
      (await get('/api/v1/assets', key.api_key)).status,
      (await get('/api/v1/assets', key.api_key, second)).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    const revoked = await fetch(`${stack.baseUrl}/api/v1/api-keys/${key.api_key_id}`, {
      method: 'DELETE',
      headers: { 'x-api-key': acme.apiKey },
    });
    expect(revoked.status).toBe(204);
    await eventually(async () => {
      expect(await statuses()).toEqual([401, 401]);
      return true;
    }, 5_000);
  }, 30_000);

  it('rejects a suspended tenant and takes it in again', async () => {
    const brief = await newTenant('brief');
    const status = async () => (await get('/api/v1/assets', brief.apiKey)).status;
    expect(await status()).toBe(200);
    await operator('admin.tenant-suspend', { tenant: brief.tenant });
    await eventually(async () => (await status()) === 401, 5_000);
    await operator('admin.tenant-resume', { tenant: brief.tenant });
    await eventually(async () => (await status()) === 200, 5_000);
  }, 30_000);

  it('serves its reference from itself, without a foreign address', async () => {
    const page = await fetch(`${stack.baseUrl}/api/v1/meta/docs`);
    const html = await page.text();
    expect(page.headers.get('content-type')).toContain('text/html');
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(assets.length).toBeGreaterThan(1);
    for (const address of assets) {
      expect(address).not.toMatch(/^(?:https?:)?\/\//);
      expect((await fetch(new URL(address, page.url))).status).toBe(200);
    }
  });

  const address = (): ProductAddress => ({ baseUrl: stack.baseUrl, newKey: async (slug) => (await newTenant(slug)).apiKey });
  clientTests(address);
  guideTests(address);
  archiveTests(() => stack);
  doctorTests(() => ({ home, stack }));

  it('is seen as one trace from the gateway over HTTP and NATS to what other services made of it', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const client = await fetch(`${stack.baseUrl}/api/v1/clients`, {
      method: 'POST',
      body: JSON.stringify({ client_name: 'Traced', billing_cycle: 'monthly' }),
      headers: { 'x-api-key': acme.apiKey, 'content-type': 'application/json', traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    });
    expect(client.status).toBe(201);
    const spanOf = (service: string, kind: number) =>
      collector.trace(traceId).find((span) => span.service === service && span.kind === kind);
    // Each process sends its spans at its own time.
    const [edge, service, publish, replica] = await eventually(() => {
      const spans = [spanOf('gateway', SERVER), spanOf('clients', SERVER), spanOf('clients', PRODUCER), spanOf('assets', CONSUMER)];
      return spans.includes(undefined) ? undefined : spans;
    }, 15_000);
    expect(edge).toMatchObject({
      name: 'POST /api/v1/clients',
      parentSpanId: '00f067aa0ba902b7',
      attributes: { 'http.route': '/api/v1/clients' },
    });
    expect(service?.parentSpanId).toBe(edge?.spanId);
    expect(publish).toMatchObject({ name: 'publish psa.v1.evt.clients.client.created', parentSpanId: service?.spanId });
    expect(replica).toMatchObject({ parentSpanId: publish?.spanId, failed: false });
    expect(logLines('gateway').find((line) => line['trace_id'] === traceId)).toMatchObject({
      msg: 'request',
      span_id: edge?.spanId,
      status: 201,
    });
    expect(logLines('clients').find((line) => line['trace_id'] === traceId)).toMatchObject({ msg: 'request', span_id: service?.spanId });
  }, 30_000);

  it('keeps its secrets out of its logs and traces, also while debugging', async () => {
    await get('/api/v1/assets?api_key=c4n4ry-in-a-query&token=c4n4ry-in-a-query', 'psa_test_c4n4ry');
    await fetch(`${stack.baseUrl}/api/v1/clients`, {
      method: 'POST',
      body: '{"client_name":"x","password":"c4n4ry-in-a-body"}',
      headers: { authorization: 'Bearer c4n4ry-in-a-header', cookie: 'session=c4n4ry-in-a-cookie', 'content-type': 'application/json' },
    });
    const { postgresPassword, tokenSigningKey, rolePasswords, natsPasswords, ...others } = loadSecrets(home, []);
    const secrets = [
      'c4n4ry',
      acme.apiKey,
      postgresPassword,
      tokenSigningKey['d'] ?? '',
      ...Object.values(rolePasswords),
      ...Object.values(natsPasswords),
      ...Object.values(others)
        .filter((value) => typeof value === 'string')
        .map((value) => value.replace(/^\w+:/, '')),
    ];
    expect(secrets.length).toBeGreaterThan(10);
    // Whatever is still on its way to the logs and the collector.
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
    const told = [
      ...readdirSync(home.file('logs')).map((name) => [name, readFileSync(home.file('logs', name), 'utf8')] as const),
      ['traces', collector.bodies.join('\n')] as const,
    ];
    expect(told.find(([name]) => name === 'gateway.log')?.[1]).toContain('"msg":"request"');
    expect(told.flatMap(([name, text]) => secrets.filter((secret) => text.includes(secret)).map(() => name))).toEqual([]);
  });

  /** Of all instances of a service. */
  const logLines = (service: string) =>
    Array.from({ length: testReplicas }, (_, index) => readFileSync(home.file('logs', `${instanceName(service, index)}.log`), 'utf8'))
      .flatMap((text) => text.split('\n'))
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  /** One more replica on the same broker. */
  async function secondGateway(): Promise<string> {
    const first = services.find(({ name }) => name === 'gateway');
    if (first === undefined) throw new Error('there is no gateway');
    const ports = Object.fromEntries(services.map(({ name }) => [name, { http: portOf(name), admin: 0 }]));
    const [http, admin] = [await claimPort(18_480), await claimPort(18_481)];
    for (const claim of [http, admin]) claim.release();
    const roles: readonly string[] = [];
    const wiring: Wiring = {
      secrets: loadSecrets(home, roles),
      postgresPort: Number(new URL(stack.databaseUrl).port),
      natsUrl: stack.natsUrl,
      ports: { ...ports, gateway: { http: http.port, admin: admin.port } },
    };
    const gateway: ChildProcess = spawn(process.execPath, [bundleOf(first)], {
      env: serviceEnvironment(first, wiring, process.env),
      stdio: 'ignore',
    });
    undo.push(async () => {
      gateway.kill();
      await once(gateway, 'exit');
    });
    const base = `http://127.0.0.1:${http.port}`;
    await eventually(async () => (await fetch(`${base}/healthz`)).ok, 20_000);
    return base;
  }

  /** Where a service of the stack listens, from what it logged. */
  function portOf(service: string): number {
    const serving = /"url":"http:\/\/[^:]+:(\d+)"/.exec(readFileSync(home.file('logs', `${service}.log`), 'utf8'));
    return Number(serving?.[1]);
  }
});
