import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Egress, type ResolvedAddress } from './egress.ts';
import type { EgressError } from './egress-error.ts';
import { egressPolicy } from './egress-policy.ts';

/** A resolver of names that never leave this test. */
const names: Record<string, readonly ResolvedAddress[]> = {
  'trusted.example.com': [{ address: '127.0.0.1', family: 4 }],
  'rebound.example.com': [{ address: '127.0.0.1', family: 4 }],
  'mixed.example.com': [
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ],
  'nowhere.example.com': [],
};

describe('calls to the outside', () => {
  let server: Server;
  let port: number;
  let reached = 0;
  let egress: Egress;

  beforeAll(async () => {
    server = createServer((request, response) => {
      reached++;
      if (request.url === '/redirect') response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end();
      else if (request.url === '/long') response.end('x'.repeat(100_000));
      else if (request.url === '/silent') response.flushHeaders();
      else {
        let body = '';
        request.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        request.on('end', () =>
          response
            .setHeader('content-type', 'application/json')
            .end(JSON.stringify({ method: request.method, body, key: request.headers['x-key'] })),
        );
      }
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    ({ port } = server.address() as AddressInfo);
    egress = new Egress({ policy: egressPolicy('trusted.example.com'), resolve: async (host) => names[host] ?? [] });
  });
  afterAll(async () => {
    await egress.close();
    server.closeAllConnections();
    server.close();
  });

  const at = (path: string) => `http://trusted.example.com:${port}${path}`;
  const faultOf = async (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => (error as EgressError).fault,
    );

  it('bring back what the server says', async () => {
    const { status, headers, body } = await egress.request(at('/'), { method: 'POST', headers: { 'x-key': 'k' }, body: 'hello' });
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(JSON.parse(body.toString())).toEqual({ method: 'POST', body: 'hello', key: 'k' });
  });

  it.each(['rebound.example.com', 'mixed.example.com'])('never open a connection to a private address behind %s', async (host) => {
    const before = reached;
    await expect(egress.request(`https://${host}/`)).rejects.toMatchObject({ fault: 'forbidden' });
    expect(reached).toBe(before);
  });

  it('do not follow redirects', async () => {
    const before = reached;
    expect((await egress.request(at('/redirect'))).status).toBe(302);
    expect(reached).toBe(before + 1);
  });

  it('end when the answer is too long, or bring back its beginning', async () => {
    expect(await faultOf(egress.request(at('/long'), { maxBytes: 1000 }))).toBe('too_large');
    expect((await egress.request(at('/long'), { maxBytes: 1000, whenTooLarge: 'cut' })).body).toHaveLength(1000);
    expect((await egress.request(at('/long'), { maxBytes: 100_000 })).body).toHaveLength(100_000);
  });

  it('end in time, however slowly the answer comes', async () => {
    expect(await faultOf(egress.request(at('/silent'), { timeoutMs: 100 }))).toBe('timeout');
  });

  it('say what stood in the way', async () => {
    expect(await faultOf(egress.request('https://nowhere.example.com/'))).toBe('dns');
    expect(await faultOf(egress.request('http://trusted.example.com:1/'))).toBe('connect');
    expect(await faultOf(egress.request(`https://trusted.example.com:${port}/`))).toBe('tls');
    expect(await faultOf(egress.request('https://localhost/'))).toBe('forbidden');
  });
});
