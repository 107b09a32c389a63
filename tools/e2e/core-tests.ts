import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from '@jest/globals';
import { createPsaClient } from '@psa/sdk';
import { eventually } from '@psa/test-kit';
import { loadSecrets } from '../local/secrets.ts';
import type { StartedProduct } from './started-product.ts';

/** As OTLP numbers what a span is. */
const [SERVER, PRODUCER, CONSUMER] = [2, 4, 5];

/** What holds of the product however its services are spread over processes. */
export function coreTests(started: () => StartedProduct): void {
  let product: StartedProduct;
  beforeAll(() => {
    product = started();
  });

  it('serves the generated client: a client, a location, an asset, a list, a page of the reference', async () => {
    const psa = createPsaClient({ baseUrl: product.stack.baseUrl, apiKey: product.acme.apiKey });
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
    expect(read.data?.data.data).toMatchObject({ client_name: 'Acme', location_id, tenant: product.acme.tenant });
    expect(list.data?.data.pagination.total).toBe(1);
  });

  it('lets every link of an asset be followed', async () => {
    const rows = (await (await product.get('/api/v1/assets', product.acme.apiKey)).json()) as {
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
      expect({ href, status: (await product.get(href + query, product.acme.apiKey)).status }).toEqual({ href, status: 200 });
    }
  });

  it("answers another tenant's ids like ids that never were", async () => {
    const other = await product.newTenant('other');
    const { data } = (await (await product.get('/api/v1/assets', product.acme.apiKey)).json()) as {
      data: { data: { asset_id: string }[] };
    };
    const foreign = await product.get(`/api/v1/assets/${data.data[0]?.asset_id}`, other.apiKey);
    expect(foreign.status).toBe(404);
    expect(
      ((await (await product.get('/api/v1/assets', other.apiKey)).json()) as { data: { pagination: { total: number } } }).data.pagination
        .total,
    ).toBe(0);
  });

  it('shows the tickets of a channel for a team to who sees all channels, in every service that tells of them', async () => {
    const psa = createPsaClient({ baseUrl: product.stack.baseUrl, apiKey: product.acme.apiKey });
    const client = await psa.POST('/api/v1/clients', { body: { client_name: 'Discreet', billing_cycle: 'monthly' } });
    const client_id = client.data?.data.client_id ?? '';
    const team = await psa.POST('/api/v1/teams', { body: { team_name: 'Security' } });
    const channel = await psa.POST('/api/v1/channels', {
      body: { channel_name: 'Incidents', visible_to_team_ids: [team.data?.data.team_id ?? ''] },
    });
    const priorities = await psa.GET('/api/v1/priorities');
    const ticket = await psa.POST('/api/v1/tickets', {
      body: {
        title: 'Key theft',
        client_id,
        channel_id: channel.data?.data.channel_id ?? '',
        priority_id: priorities.data?.data[0]?.priority_id ?? '',
      },
    });
    const ticket_id = ticket.data?.data.ticket_id ?? '';
    const asset = await psa.POST('/api/v1/assets', {
      body: { client_id, asset_type: 'server', asset_tag: 'SRV-2', name: 'Vault', status: 'active' },
    });
    const path = { id: asset.data?.data.data.asset_id ?? '' };
    const link = await psa.POST('/api/v1/assets/{id}/tickets', { params: { path }, body: { ticket_id } });
    expect([client, team, channel, ticket, asset, link].map(({ response }) => response.status)).toEqual(Array(6).fill(201));
    const listed = await psa.GET('/api/v1/assets/{id}/tickets', { params: { path } });
    expect(listed.data?.data.data.map(({ title }) => title)).toEqual(['Key theft']);
    await eventually(async () => {
      const answer = await product.get(`/api/v1/events?type=ticket.created&subject=${ticket_id}`, product.acme.apiKey);
      return ((await answer.json()) as { data: unknown[] }).data.length === 1;
    });
  }, 30_000);

  it('is seen as one trace from the gateway over HTTP and NATS to what other services made of it', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const client = await fetch(`${product.stack.baseUrl}/api/v1/clients`, {
      method: 'POST',
      body: JSON.stringify({ client_name: 'Traced', billing_cycle: 'monthly' }),
      headers: { 'x-api-key': product.acme.apiKey, 'content-type': 'application/json', traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    });
    expect(client.status).toBe(201);
    const spanOf = (service: string, kind: number) =>
      product.collector.trace(traceId).find((span) => span.service === service && span.kind === kind);
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
    // Log lines, too, are written in batches.
    const [ofGateway, ofClients] = await eventually(() => {
      const lines = ['gateway', 'clients'].map((name) => product.logLines(name).find((line) => line['trace_id'] === traceId));
      return lines.includes(undefined) ? undefined : lines;
    }, 15_000);
    expect(ofGateway).toMatchObject({ msg: 'request', span_id: edge?.spanId, status: 201 });
    expect(ofClients).toMatchObject({ msg: 'request', span_id: service?.spanId });
  }, 30_000);

  it('keeps its secrets out of its logs and traces, also while debugging', async () => {
    await product.get('/api/v1/assets?api_key=c4n4ry-in-a-query&token=c4n4ry-in-a-query', 'psa_test_c4n4ry');
    await fetch(`${product.stack.baseUrl}/api/v1/clients`, {
      method: 'POST',
      body: '{"client_name":"x","password":"c4n4ry-in-a-body"}',
      headers: { authorization: 'Bearer c4n4ry-in-a-header', cookie: 'session=c4n4ry-in-a-cookie', 'content-type': 'application/json' },
    });
    const { postgresPassword, tokenSigningKey, rolePasswords, natsPasswords, ...others } = loadSecrets(product.home, []);
    const secrets = [
      'c4n4ry',
      product.acme.apiKey,
      postgresPassword,
      tokenSigningKey['d'] ?? '',
      ...Object.values(rolePasswords),
      ...Object.values(natsPasswords),
      ...Object.values(others)
        .filter((value) => typeof value === 'string')
        .map((value) => value.replace(/^\w+:/, '')),
    ];
    expect(secrets.length).toBeGreaterThan(10);
    // Log lines and spans are written in batches: the last ones may still be buffered.
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
    const told = [
      ...readdirSync(product.home.file('logs')).map((name) => [name, readFileSync(product.home.file('logs', name), 'utf8')] as const),
      ['traces', product.collector.bodies.join('\n')] as const,
    ];
    expect(told.find(([name]) => name === product.logOf('gateway'))?.[1]).toContain('"msg":"request"');
    expect(told.flatMap(([name, text]) => secrets.filter((secret) => text.includes(secret)).map(() => name))).toEqual([]);
  });
}
