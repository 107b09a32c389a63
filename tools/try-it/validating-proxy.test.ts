import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ContractLog } from './contract-log.ts';
import { startValidatingProxy, type ValidatingProxy } from './validating-proxy.ts';

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } } } },
        },
        responses: {
          200: {
            description: 'Noted',
            content: { 'application/json': { schema: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } } } },
          },
          400: { description: 'Refused', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
  },
};

describe('requests through the validating proxy', () => {
  let answer: { status: number; body: object };
  let proxy: ValidatingProxy;
  let log: ContractLog;
  const upstream: Server = createServer((request, response) => {
    const { status, body } = request.url === '/api/v1/meta/openapi' ? { status: 200, body: DOCUMENT } : answer;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  beforeAll(async () => {
    upstream.listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    proxy = await startValidatingProxy(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    await proxy.stop();
    upstream.closeAllConnections();
    upstream.close();
  });
  beforeEach(() => {
    log = new ContractLog();
  });

  it.each<[string, object, typeof answer, RegExp | undefined]>([
    ['both are as described', { text: 'x' }, { status: 200, body: { id: 1 } }, undefined],
    ['an answer lacks a member', { text: 'x' }, { status: 200, body: {} }, /POST \/notes \(200\): response\.body .*id/],
    ['an answer has an undescribed status', { text: 'x' }, { status: 418, body: {} }, /POST \/notes \(418\): response .*Unable to match/],
    ['a wrong request is refused', { text: 7 }, { status: 400, body: {} }, undefined],
    ['a wrong request is taken', { text: 7 }, { status: 200, body: { id: 1 } }, /POST \/notes \(200\): request\.body\.text/],
  ])('count as they should when %s', async (_, body, given, violation) => {
    answer = given;
    const response = await log.fetch(`${proxy.baseUrl}/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([response.status, await response.json()]).toEqual([given.status, given.body]);
    expect(log.requests).toBe(1);
    expect(log.violations).toEqual(violation === undefined ? [] : [expect.stringMatching(violation)]);
  });
});
