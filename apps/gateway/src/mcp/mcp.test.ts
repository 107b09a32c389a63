import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '@psa/contracts-product';
import { TestGateway } from '../testing/test-gateway.ts';
import type { TestKey } from '../testing/test-identity.ts';

interface ToolText {
  readonly isError?: boolean;
  readonly content: readonly [{ readonly text: string }];
}

describe('the MCP server', () => {
  let gateway: TestGateway;
  const clients: Client[] = [];

  beforeAll(async () => {
    gateway = await TestGateway.start({ routes });
  });
  afterAll(() => gateway.stop());
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });

  /** The official client, connected with a key. */
  async function connect({ text }: TestKey): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', gateway.running.url), {
      requestInit: { headers: { 'x-api-key': text } },
    });
    await client.connect(transport as Transport);
    clients.push(client);
    return client;
  }
  const confinedTo = (...permissions: string[]) =>
    gateway.identity.newKey({ permissions, credential: { type: 'api_key', id: randomUUID(), restricted: 'permissions' } });
  async function callTool(client: Client, name: string, given: Record<string, unknown>) {
    const { isError = false, content } = (await client.callTool({ name, arguments: given })) as unknown as ToolText;
    return { isError, value: JSON.parse(content[0].text) };
  }

  it('takes no caller without a key', async () => {
    const response = await gateway.fetch('/mcp', null, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
    expect(response.status).toBe(401);
  });

  it('shows its tools, which say whether they only read', async () => {
    const { tools } = await (await connect(gateway.identity.newKey())).listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['search_operations', true],
      ['describe_operation', true],
      ['call_operation', false],
    ]);
  });

  it('finds the operations the key has the permissions for', async () => {
    const client = await connect(gateway.identity.newKey({ permissions: ['asset:read'] }));
    const { value } = await callTool(client, 'search_operations', { query: 'list assets' });
    expect(value).toContainEqual(expect.objectContaining({ operation: 'listAssets', method: 'GET', path: '/api/v1/assets' }));
    const { value: none } = await callTool(client, 'search_operations', { query: 'create asset' });
    expect(none.map(({ operation }: { operation: string }) => operation)).not.toContain('createAsset');
  });

  it('describes what an operation takes, with every schema of its body', async () => {
    const { value } = await callTool(await connect(gateway.identity.newKey()), 'describe_operation', { operation: 'createAsset' });
    expect(value).toMatchObject({ method: 'POST', permissions: ['asset:create'], schemas: { CreateAsset: { type: 'object' } } });
    const named = JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g);
    for (const [, name = ''] of named) expect(value.schemas).toHaveProperty(name);
  });

  it('calls an operation as its caller, within their limits', async () => {
    const key = gateway.identity.newKey({ key_rate_limit: { max_tokens: 6, refill_per_min: 1 } });
    const client = await connect(key);
    const { isError, value } = await callTool(client, 'call_operation', { operation: 'listAssets', query: { limit: 2, status: 'in use' } });
    expect([isError, value.status]).toEqual([false, 200]);
    expect(value.body).toMatchObject({ method: 'GET', url: '/api/v1/assets?limit=2&status=in+use' });
    const [, claims = ''] = String(value.body.headers.authorization).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ sub: key.caller.user_id, aud: 'assets' });
    expect(value.body.headers).not.toHaveProperty('x-api-key');
    const limited = await callTool(client, 'call_operation', { operation: 'listAssets' });
    expect(limited).toMatchObject({ isError: false });
    await expect(client.listTools()).rejects.toThrow(/RATE_LIMIT/);
  });

  it('writes only with a key that is confined to permissions', async () => {
    const write = { operation: 'createAsset', body: { name: 'Printer' }, idempotency_key: 'once' };
    const before = gateway.upstream.requests.length;
    const refused = await callTool(await connect(gateway.identity.newKey({ permissions: ['asset:create'] })), 'call_operation', write);
    expect(refused).toMatchObject({ isError: true, value: { error: { code: 'FORBIDDEN' } } });
    expect(gateway.upstream.requests).toHaveLength(before);
    const { isError, value } = await callTool(await connect(confinedTo('asset:create')), 'call_operation', write);
    expect(isError).toBe(false);
    expect(value.body).toMatchObject({ method: 'POST', body: '{"name":"Printer"}', headers: { 'idempotency-key': 'once' } });
  });

  it.each([
    [{ operation: 'noSuchOperation' }, 'NOT_FOUND'],
    [{ operation: 'getAsset' }, 'VALIDATION_ERROR'],
    [{ operation: 'getAsset', path: { id: '..' } }, 'VALIDATION_ERROR'],
  ])('refuses to call %j', async (call, code) => {
    const answer = await callTool(await connect(gateway.identity.newKey()), 'call_operation', call);
    expect(answer).toMatchObject({ isError: true, value: { error: { code } } });
  });

  it('tells a refusal of the service as a failure of the tool', async () => {
    const { answer } = gateway.upstream;
    gateway.upstream.answer = (_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"error":{"code":"NOT_FOUND"}}');
    };
    const result = await callTool(await connect(gateway.identity.newKey()), 'call_operation', {
      operation: 'getAsset',
      path: { id: 'a/b' },
    });
    gateway.upstream.answer = answer;
    expect(result).toEqual({ isError: true, value: { status: 404, body: { error: { code: 'NOT_FOUND' } } } });
    expect(gateway.upstream.requests.at(-1)?.url).toBe('/api/v1/assets/a%2Fb');
  });

  it('shows the schemas as resources', async () => {
    const client = await connect(gateway.identity.newKey());
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('psa://schemas/CreateAsset');
    const { contents } = await client.readResource({ uri: 'psa://schemas/CreateAsset' });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ name: 'CreateAsset', properties: { name: {} } });
  });

  it('refuses batches and what is no message', async () => {
    const key = gateway.identity.newKey();
    for (const body of ['[]', '{}', 'junk']) {
      const response = await gateway.fetch('/mcp', key, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      expect([body, response.status]).toEqual([body, 400]);
    }
    expect((await gateway.fetch('/mcp', key)).status).toBe(405);
  });
});
