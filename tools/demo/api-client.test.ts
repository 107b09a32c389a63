import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { apiClient } from './api-client.ts';

const servers: Server[] = [];

/** An API that gives one answer after the other. */
async function apiThatAnswers(...answers: [status: number, body: unknown][]) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const [status, body] = answers[Math.min(requests.length, answers.length - 1)]!;
    requests.push(request);
    response.writeHead(status).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { requests, client: apiClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key' }) };
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('creating through the API', () => {
  test('sends the credential and the key under which it may be repeated', async () => {
    const { client, requests } = await apiThatAnswers([201, { data: { client_id: 'c1' } }]);
    expect(await client.create('/api/v1/clients', 'demo/1', {})).toEqual({ client_id: 'c1' });
    expect(requests[0]?.headers).toMatchObject({ 'x-api-key': 'key', 'idempotency-key': 'demo/1' });
  });

  test('unpacks the form of the asset routes', async () => {
    const { client } = await apiThatAnswers([201, { success: true, data: { data: { asset_id: 'a1' } }, meta: {} }]);
    expect(await client.create('/api/v1/assets', 'k', {})).toEqual({ asset_id: 'a1' });
  });

  test('repeats what failed in passing, under the same key', async () => {
    const { client, requests } = await apiThatAnswers(
      [503, {}],
      [409, { error: { code: 'REQUEST_IN_FLIGHT' } }],
      [201, { data: { client_id: 'c1' } }],
    );
    await client.create('/api/v1/clients', 'k', {});
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k', 'k']);
  });

  test('does not repeat what is in conflict with what is there', async () => {
    const { client, requests } = await apiThatAnswers([409, { error: { code: 'CONFLICT' } }]);
    await expect(client.create('/api/v1/clients', 'k', {})).rejects.toThrow('answered with 409');
    expect(requests).toHaveLength(1);
  });

  test('shows the answer to a request that is wrong', async () => {
    const { client, requests } = await apiThatAnswers([400, { error: { code: 'VALIDATION_ERROR' } }]);
    await expect(client.create('/api/v1/clients', 'k', {})).rejects.toThrow(
      'POST /api/v1/clients was answered with 400: {"error":{"code":"VALIDATION_ERROR"}}',
    );
    expect(requests).toHaveLength(1);
  });
});
