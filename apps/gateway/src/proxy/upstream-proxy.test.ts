import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@psa/test-kit';
import { TestGateway } from '../testing/test-gateway.ts';
import type { TestKey } from '../testing/test-identity.ts';

describe('the proxy', () => {
  let gateway: TestGateway;
  let key: TestKey;
  let usual: typeof gateway.upstream.answer;
  let connections = 0;
  beforeAll(async () => {
    gateway = await TestGateway.start({ settings: { PSA_RATE_LIMIT_BURST: '1000' } });
    key = gateway.identity.newKey();
    usual = gateway.upstream.answer;
    gateway.upstream.server.on('connection', () => {
      connections++;
    });
  });
  afterEach(() => {
    gateway.upstream.answer = usual;
  });
  afterAll(() => gateway.stop());

  const received = () => gateway.upstream.requests.at(-1) as IncomingMessage;

  it('hands path and query on as they are', async () => {
    const path = '/api/v1/people?name=J%C3%BCrgen%20B&fields=a,b&fields=c&empty=';
    await gateway.fetch(path, key);
    expect(received().url).toBe(path);
  });

  it('serves the aliases of a route', async () => {
    expect((await gateway.fetch('/api/v2/things', key)).status).toBe(200);
    expect(received().url).toBe('/api/v2/things');
  });

  it('hands a body on byte by byte, without reading it', async () => {
    const body = gzipSync('{"not": "even JSON"');
    const chunks: Buffer[] = [];
    gateway.upstream.answer = (request, response) => {
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => response.end());
    };
    await gateway.fetch('/api/v1/people', key, { method: 'POST', body, headers: { 'content-encoding': 'gzip' } });
    expect(Buffer.concat(chunks)).toEqual(body);
    expect(received().headers['content-encoding']).toBe('gzip');
  });

  it('asks the service for nothing before a small body is there', async () => {
    const { hostname, port } = new URL(gateway.running.url);
    const before = gateway.upstream.requests.length;
    const request = httpRequest({
      hostname,
      port,
      path: '/api/v1/people',
      method: 'POST',
      headers: { 'x-api-key': key.text, 'content-length': 4 },
    });
    request.write('ä');
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    expect(gateway.upstream.requests.length).toBe(before);
    const chunks: Buffer[] = [];
    gateway.upstream.answer = (incoming, response) => {
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => response.end());
    };
    request.end('bc');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(200);
    expect(Buffer.concat(chunks).toString()).toBe('äbc');
  });

  it('hands the answer on with its status and headers: tags, cursors, cookies, files', async () => {
    const link = '</api/v1/people?cursor=abc&limit=2>; rel="next"';
    gateway.upstream.answer = (_request, response) => {
      response.writeHead(201, [
        'Content-Type',
        'text/csv; charset=utf-8',
        'ETag',
        '"3-abc"',
        'Link',
        link,
        'Location',
        '/api/v1/people/1',
        'Set-Cookie',
        'a=1',
        'Set-Cookie',
        'b=2',
        'Content-Disposition',
        'attachment; filename="people.csv"',
      ]);
      response.end('name\r\nAda\r\n');
    };
    const response = await gateway.fetch('/api/v1/people', key);
    expect(response.status).toBe(201);
    expect(await response.text()).toBe('name\r\nAda\r\n');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      etag: '"3-abc"',
      link,
      location: '/api/v1/people/1',
      'content-disposition': 'attachment; filename="people.csv"',
    });
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('hands the answers without a body on', async () => {
    gateway.upstream.answer = (request, response) => {
      response.writeHead(request.headers['if-none-match'] === undefined ? 204 : 304, { etag: '"1-a"' });
      response.end();
    };
    expect((await gateway.fetch('/api/v1/people', key)).status).toBe(204);
    const unchanged = await gateway.fetch('/api/v1/people', key, { headers: { 'if-none-match': '"1-a"' } });
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, '"1-a"']);
  });

  it('answers HEAD with the head of GET', async () => {
    const head = await gateway.fetch('/api/v1/people', key, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(received().method).toBe('HEAD');
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await head.text()).toBe('');
  });

  it('streams: the first part of an answer arrives before the last is made', async () => {
    let finish = () => {};
    gateway.upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      finish = () => response.end('data: 2\n\n');
    };
    const { body } = await gateway.fetch('/api/v1/people', key);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    const next = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await next()).toBe('data: 1\n\n');
    finish();
    expect(await next()).toBe('data: 2\n\n');
  });

  it('hands a large answer on to a slow reader without keeping it', async () => {
    const size = 64 * 1024 * 1024;
    let sent = 0;
    gateway.upstream.answer = (_request, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const fill = () => {
        while (sent < size && response.write(chunk)) sent += chunk.length;
        if (sent >= size) response.end();
        else {
          sent += chunk.length;
          response.once('drain', fill);
        }
      };
      fill();
    };
    const { body } = await gateway.fetch('/api/v1/people', key);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    const sentUnread = sent;
    let read = 0;
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) read += chunk.length;
    expect(read).toBe(size);
    // What fits into the sockets' buffers, and no more: the service was made to wait.
    expect(sentUnread).toBeLessThan(size / 2);
  });

  it('keeps answers apart that arrive at the same time, in more pieces than one', async () => {
    const bodyOf = (name: string) => name.repeat(200_000);
    gateway.upstream.answer = (request, response) => {
      response.end(bodyOf(String(request.url).at(-1) ?? ''));
    };
    const names = [...'abcdefghij'];
    const bodies = await Promise.all(names.map(async (name) => (await gateway.fetch(`/api/v1/people?name=${name}`, key)).text()));
    expect(bodies.map((body, index) => body === bodyOf(names[index] ?? ''))).toEqual(names.map(() => true));
  });

  it('lets the service know that the caller went away', async () => {
    let aborted = false;
    gateway.upstream.answer = (request) => {
      request.on('close', () => {
        aborted = true;
      });
    };
    const controller = new AbortController();
    const before = gateway.upstream.requests.length;
    const fetching = gateway.fetch('/api/v1/people', key, { signal: controller.signal });
    fetching.catch(() => {});
    await eventually(() => gateway.upstream.requests.length > before);
    controller.abort();
    await expect(fetching).rejects.toThrow();
    await eventually(() => aborted);
  });

  it('uses its connections again, also for callers that close theirs', async () => {
    await gateway.fetch('/api/v1/people', key);
    const before = connections;
    for (let index = 0; index < 10; index++) {
      const { hostname, port } = new URL(gateway.running.url);
      const request = httpRequest({
        hostname,
        port,
        path: '/api/v1/people',
        agent: false,
        headers: { 'x-api-key': key.text, connection: 'close' },
      }).end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      expect(response.headers.connection).toBe('close');
      response.resume();
      await once(response, 'end');
    }
    expect(connections).toBe(before);
  });

  it('takes the connection used last, so that the others grow old', async () => {
    const waiting: ServerResponse[] = [];
    const held: Socket[] = [];
    gateway.upstream.answer = (request, response) => {
      held.push(request.socket);
      waiting.push(response);
    };
    const all = [1, 2, 3].map(() => gateway.fetch('/api/v1/people', key));
    await eventually(() => waiting.length === 3);
    for (const response of waiting.splice(0)) response.end();
    await Promise.all(all);
    for (let index = 0; index < 5; index++) {
      const asked = gateway.fetch('/api/v1/people', key);
      await eventually(() => waiting.length === 1);
      waiting.pop()?.end();
      await asked;
    }
    expect(new Set(held.slice(0, 3)).size).toBe(3);
    expect(new Set(held.slice(3)).size).toBe(1);
  });

  describe('when a kept connection turns out to be closed', () => {
    /** Breaks every connection that has carried a request before, as a service does that thinks it idle. */
    const closeKept = () => {
      const used = new WeakSet<object>();
      gateway.upstream.answer = (request, response) => {
        if (used.has(request.socket)) {
          request.socket.resetAndDestroy();
          return;
        }
        used.add(request.socket);
        usual(request, response);
      };
    };

    it('sends a read again, once, over a new one', async () => {
      closeKept();
      expect((await gateway.fetch('/api/v1/people', key)).status).toBe(200);
      expect((await gateway.fetch('/api/v1/people', key)).status).toBe(200);
    });

    it('does not send a write again: nobody knows whether it was done', async () => {
      closeKept();
      await gateway.fetch('/api/v1/people', key);
      expect((await gateway.fetch('/api/v1/people', key, { method: 'POST', body: '{}' })).status).toBe(503);
    });

    it('does not send a read again that was sent over a new one', async () => {
      let sent = 0;
      gateway.upstream.answer = (request) => {
        sent++;
        request.socket.resetAndDestroy();
      };
      gateway.upstream.server.closeAllConnections();
      await eventually(async () => (await gateway.fetch('/api/v1/people', key)).status === 503);
      sent = 0;
      expect((await gateway.fetch('/api/v1/people', key)).status).toBe(503);
      expect(sent).toBe(1);
    });
  });

  describe('the request id', () => {
    const idFor = async (given: string) => {
      const response = await gateway.fetch('/api/v1/people', key, { headers: { 'x-request-id': given } });
      expect(received().headers['x-request-id']).toBe(response.headers.get('x-request-id'));
      return response.headers.get('x-request-id');
    };

    it("is the caller's", async () => {
      expect(await idFor('job-42_a')).toBe('job-42_a');
    });
    it.each(['has blanks', 'x'.repeat(129), 'a;b'])('is a new one in the place of %s', async (given) => {
      expect(await idFor(given)).toMatch(/^[0-9a-f-]{36}$/);
    });
  });

  describe('the trace', () => {
    const traceFor = async (given?: string) => {
      await gateway.fetch('/api/v1/people', key, given === undefined ? {} : { headers: { traceparent: given } });
      return received().headers['traceparent'];
    };
    const given = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

    it("is the caller's", async () => {
      expect(await traceFor(given)).toBe(given);
    });
    it.each([undefined, 'broken', given.replace('4bf92f3577b34da6a3ce929d0e0e4736', '0'.repeat(32))])(
      'begins here in the place of %s',
      async (none) => {
        expect(await traceFor(none)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      },
    );
  });

  it('guards browsers, and caches that do not know of keys', async () => {
    const { headers } = await gateway.fetch('/api/v1/people', key);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-cache',
    });
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('content-security-policy')).toBeNull();
  });

  it('gives a page a policy, unless it brings its own', async () => {
    const own: Record<string, string> = {};
    gateway.upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', ...own });
      response.end('<p>');
    };
    expect((await gateway.fetch('/api/v1/people', key)).headers.get('content-security-policy')).toContain("default-src 'none'");
    own['content-security-policy'] = "default-src 'self'";
    expect((await gateway.fetch('/api/v1/people', key)).headers.get('content-security-policy')).toBe("default-src 'self'");
  });

  it('keeps connections for others while one tenant holds all it may have, and lets its own wait', async () => {
    const held: ServerResponse[] = [];
    gateway.upstream.answer = (request, response) => {
      if (request.url?.includes('slow')) held.push(response);
      else response.end('{}');
    };
    const greedy = gateway.identity.newKey();
    const slow = Array.from({ length: 130 }, () => gateway.fetch('/api/v1/people?name=slow', greedy));
    await eventually(() => held.length === 96);
    expect((await gateway.fetch('/api/v1/people', key)).status).toBe(200);
    gateway.upstream.answer = (_, response) => response.end('{}');
    for (const response of held) response.end('{}');
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200));
  });
});
