import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Psa, PsaError, verifyWebhook } from './index.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

describe('the client', () => {
  let answers: Answer[] = [];
  let asked: { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer }[] = [];
  let psa: Psa;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      (answers.length > 1 ? (answers.shift() as Answer) : (answers[0] as Answer))(request, response, body);
    });
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    psa = new Psa({ baseUrl: `http://127.0.0.1:${port}/`, apiKey: 'psa_key', timeoutMs: 2_000 });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    [answers, asked] = [[], []];
  });
  const failure = async (work: Promise<unknown>): Promise<PsaError> => {
    const thrown: unknown = await work.catch((error: unknown) => error);
    if (thrown instanceof PsaError) return thrown;
    throw new Error('did not fail', { cause: thrown });
  };

  it.each<[string, unknown]>([
    [
      'nested',
      {
        error: {
          code: 'VALIDATION_ERROR',
          message: 'Validation failed',
          details: [{ path: ['a', 0], code: 'x', message: 'is required' }],
          request_id: 'r1',
        },
      },
    ],
    [
      'flat',
      {
        error: 'Validation failed',
        code: 'VALIDATION_ERROR',
        details: [{ path: ['a', 0], code: 'x', message: 'is required' }],
        request_id: 'r1',
      },
    ],
    [
      'asset',
      {
        success: false,
        error: {
          code: 'VALIDATION_ERROR',
          message: 'Validation failed',
          details: { errors: [{ field: 'a.0', code: 'x', message: 'is required' }] },
        },
        meta: { request_id: 'r1' },
      },
    ],
  ])('reads the %s form of an error', async (_, body) => {
    answers = [json(400, body)];
    expect(await failure(psa.get('/api/v1/clients'))).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      message: 'Validation failed',
      details: [{ path: 'a.0', code: 'x', message: 'is required' }],
      requestId: 'r1',
    });
  });

  it('says which row stands in the way', async () => {
    const details = [{ path: ['client_name'], code: 'duplicate', message: 'is taken', existing_id: 'c1' }];
    answers = [json(409, { error: { code: 'CONFLICT', message: 'Taken', details } })];
    const error = await failure(psa.post('/api/v1/clients', { body: { client_name: 'A', billing_cycle: 'monthly' } }));
    expect(error.existingId).toBe('c1');
    expect(asked).toHaveLength(1);
  });

  it('takes the envelopes off', async () => {
    answers = [json(200, { success: true, data: { data: { name: 'SRV-1' } }, meta: {} }, { etag: '"3-x"' })];
    const { data, etag } = await psa.call('get', '/api/v1/assets/{id}', { path: { id: 'a b' } });
    expect([data.name, etag, asked[0]?.url]).toEqual(['SRV-1', '"3-x"', '/api/v1/assets/a%20b']);
    answers = [json(200, { data: { client_name: 'Acme' } })];
    expect((await psa.get('/api/v1/clients/{id}', { path: { id: '1' } })).client_name).toBe('Acme');
    answers = [(_request, response) => void response.writeHead(204).end()];
    expect(await psa.delete('/api/v1/clients/{id}', { path: { id: '1' } })).toBeUndefined();
  });

  it('sends a POST again under the same key, after as long as it was told', async () => {
    const busy = { error: { code: 'SERVICE_UNAVAILABLE', message: 'Busy' } };
    answers = [json(503, busy), json(429, busy, { 'retry-after': '1' }), json(201, { data: { client_id: 'c1' } })];
    const started = Date.now();
    const client = await psa.post('/api/v1/clients', { body: { client_name: 'A', billing_cycle: 'monthly' } });
    expect(client.client_id).toBe('c1');
    expect(Date.now() - started).toBeGreaterThan(1_000);
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('sends nothing again that was refused', async () => {
    answers = [json(422, { error: { code: 'IDEMPOTENCY_KEY_REUSED', message: 'x' } })];
    await failure(psa.get('/api/v1/clients'));
    expect(asked).toHaveLength(1);
  });

  it('says when the API cannot be reached', async () => {
    const nowhere = new Psa({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', maxRetries: 0 });
    expect(await failure(nowhere.get('/api/v1/clients'))).toMatchObject({ status: 0, code: 'NETWORK_ERROR' });
  });

  it('reads a list to its end, in either envelope', async () => {
    const page = (names: string[], next: string | null) => ({ data: names.map((name) => ({ name })), pagination: { next_cursor: next } });
    answers = [json(200, { success: true, data: page(['a', 'b'], 'c1') }), json(200, { success: true, data: page(['c'], null) })];
    const names: string[] = [];
    for await (const { name } of psa.list('/api/v1/assets', { query: { asset_type: 'server', 'created_at.gte': '2026-01-31' } }))
      names.push(name);
    expect(names).toEqual(['a', 'b', 'c']);
    const common = 'limit=100&include_total=false&asset_type=server&created_at.gte=2026-01-31';
    expect(asked.map(({ url }) => url)).toEqual([`/api/v1/assets?${common}`, `/api/v1/assets?${common}&cursor=c1`]);
  });

  it.each<[string, () => File | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>]>([
    ['a file', () => new File(['hello'], 'note.txt', { type: 'text/plain' })],
    ['a blob', () => new Blob(['hello'])],
    ['bytes', () => new TextEncoder().encode('hello')],
    ['a stream', () => new Blob(['hello']).stream()],
  ])('uploads %s', async (_, made) => {
    answers = [json(201, { success: true, data: { data: { document_id: 'd1' } } })];
    const document = await psa.upload('/api/v1/documents', { file: made(), filename: 'note.txt', fields: { document_name: 'Note' } });
    expect(document.document_id).toBe('d1');
    const [{ headers, body }] = asked as [(typeof asked)[0]];
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(body.toString()).toMatch(/filename="note.txt"[^]*hello/);
  });

  it('reads the feed, and moves on once a page was taken', async () => {
    const event = (id: string) => ({ id, eventname: 'asset.created', subject: id });
    answers = [
      json(200, { data: [event('1'), event('2')], next_cursor: 'p1', has_more: true }),
      json(200, { data: [event('3')], next_cursor: 'p2', has_more: false }),
    ];
    const feed = psa.events({ after: 'p0', types: ['asset.*'], untilCurrent: true });
    const seen: [string, string | undefined][] = [];
    for await (const { id } of feed) seen.push([id, feed.position]);
    expect(seen).toEqual([
      ['1', 'p0'],
      ['2', 'p0'],
      ['3', 'p1'],
    ]);
    expect(feed.position).toBe('p2');
    expect(asked[1]?.url).toBe('/api/v1/events?after=p1&limit=500&type=asset.*');
  });
});

describe('a webhook', () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;
  const body = JSON.stringify({ eventname: 'asset.created', subject: 'a1' });
  const now = 1_700_000_000_000;
  const timestamp = String(now / 1000);
  const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`m1.${timestamp}.${body}`)
    .digest('base64');
  const headers = { 'Webhook-Id': 'm1', 'Webhook-Timestamp': timestamp, 'Webhook-Signature': `v1,AAAA v1,${signature}` };

  it('is taken when it is signed, also by a secret that takes the place of another', async () => {
    expect(await verifyWebhook(secret, headers, body, { now })).toMatchObject({ subject: 'a1' });
    expect(await verifyWebhook(['whsec_b2xk', secret], new Headers(headers), Buffer.from(body), { now })).toMatchObject({ subject: 'a1' });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['changed', () => verifyWebhook(secret, headers, `${body} `, { now })],
    ['old', () => verifyWebhook(secret, headers, body, { now: now + 301_000 })],
    ['signed by another', () => verifyWebhook('whsec_b3RoZXI=', headers, body, { now })],
    ['not signed', () => verifyWebhook(secret, {}, body, { now })],
    ['dated by no number', () => verifyWebhook(secret, { ...headers, 'Webhook-Timestamp': 'x' }, body, { now })],
  ])('is refused when it is %s', async (_, verify) => {
    await expect(verify()).rejects.toThrow();
  });
});
