import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TestGateway } from './testing/test-gateway.ts';
import type { TestKey } from './testing/test-identity.ts';
import { startUpstream } from './testing/test-upstream.ts';

type Body = Record<string, unknown>;

/** A path of each form. */
const FORMS: readonly [form: string, path: string, body: (code: string) => Body][] = [
  ['asset', '/api/v1/things', (code) => ({ success: false, error: { code, message: expect.any(String) }, meta: { request_id: 'the-id' } })],
  ['data', '/api/v1/people', (code) => ({ error: { code, message: expect.any(String), request_id: 'the-id' } })],
  ['flat', '/api/doors', (code) => ({ error: expect.any(String), code, request_id: 'the-id' })],
];

describe('errors', () => {
  let gateway: TestGateway;
  let key: TestKey;
  let usual: typeof gateway.upstream.answer;
  beforeAll(async () => {
    gateway = await TestGateway.start({ settings: { PSA_UPSTREAM_TIMEOUT_MS: '200', PSA_RATE_LIMIT_BURST: '1000' } });
    key = gateway.identity.newKey();
    usual = gateway.upstream.answer;
  });
  afterEach(() => {
    gateway.upstream.answer = usual;
  });
  afterAll(() => gateway.stop());

  describe.each(FORMS)('of routes in the %s form', (_form, path, body) => {
    const answersWith = async (status: number, code: string, request: string, init: RequestInit = {}) => {
      const response = await gateway.fetch(request, key, {
        ...init,
        headers: { 'x-request-id': 'the-id', 'content-type': 'application/json' },
      });
      expect(response.status).toBe(status);
      expect(response.headers.get('x-request-id')).toBe('the-id');
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(await response.json()).toMatchObject(body(code));
      return response;
    };

    it('404: a path beneath a route that is not served itself, and reaches no service', async () => {
      const before = gateway.upstream.requests.length;
      await answersWith(404, 'NOT_FOUND', `${path}/a/b/c?d=e`);
      expect(gateway.upstream.requests).toHaveLength(before);
    });

    it('405: another method, naming those there are', async () => {
      const response = await answersWith(405, 'METHOD_NOT_ALLOWED', path, { method: 'DELETE' });
      expect(response.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
    });

    it('413: a body over the limit of the route, unread', async () => {
      const before = gateway.upstream.requests.length;
      await answersWith(413, 'PAYLOAD_TOO_LARGE', path, { method: 'POST', body: 'x'.repeat(300_000) });
      expect(gateway.upstream.requests).toHaveLength(before);
    });

    it('503: the service breaks the connection off', async () => {
      gateway.upstream.answer = (request) => {
        request.socket.destroy();
      };
      const response = await answersWith(503, 'SERVICE_UNAVAILABLE', path, { method: 'POST', body: '{}' });
      expect(response.headers.get('retry-after')).toBe('1');
    });

    it('502: the service does not speak HTTP', async () => {
      gateway.upstream.answer = (request) => {
        request.socket.end('what?\r\n\r\n');
      };
      await answersWith(502, 'BAD_GATEWAY', path);
    });

    it('504: the service is silent', async () => {
      gateway.upstream.answer = () => {};
      await answersWith(504, 'GATEWAY_TIMEOUT', path, { method: 'POST', body: '{}' });
    });
  });

  it('408: the caller does not send what was announced, and reaches no service', async () => {
    const before = gateway.upstream.requests.length;
    const socket = connect(Number(new URL(gateway.running.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.write(
      `POST /api/v1/people HTTP/1.1\r\nhost: psa\r\nx-api-key: ${key.text}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
    );
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1.1 408 [^]*connection: close/i);
    expect(text).toContain('"code":"REQUEST_TIMEOUT"');
    expect(gateway.upstream.requests).toHaveLength(before);
  });

  it('404: a path like none there is, in the nested form and without a key', async () => {
    const response = await gateway.fetch('/nowhere', null);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  it('breaks off an answer that the service broke off', async () => {
    gateway.upstream.answer = (request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      setTimeout(() => request.socket.destroy(), 20);
    };
    await expect(gateway.fetch('/api/v1/people', key).then((response) => response.text())).rejects.toThrow();
  });

  it('does not take a slow answer for a silent service', async () => {
    gateway.upstream.answer = (_request, response) => {
      let left = 5;
      const timer = setInterval(() => {
        response.write('.');
        if (--left > 0) return;
        clearInterval(timer);
        response.end();
      }, 100);
    };
    expect(await (await gateway.fetch('/api/v1/people', key)).text()).toBe('.....');
  });

  describe('of the protocol', () => {
    /** Sends bytes as they are. @returns all that came back */
    const raw = async (text: string): Promise<string> => {
      const { hostname, port } = new URL(gateway.running.url);
      const socket = connect(Number(port), hostname);
      socket.end(text);
      let answer = '';
      socket.on('data', (chunk) => {
        answer += String(chunk);
      });
      await once(socket, 'close');
      return answer;
    };

    it.each<[string, string, number, string]>([
      ['headers that are too large', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
      ['what is no HTTP', 'HELO example.com\r\n\r\n', 400, 'BAD_REQUEST'],
      [
        'two lengths of one body',
        'POST /api/doors HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
        400,
        'BAD_REQUEST',
      ],
      ['an absolute address', 'GET http://example.com/api/doors HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404, 'NOT_FOUND'],
      ['OPTIONS of the server as a whole', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404, 'NOT_FOUND'],
      ['a path that is no address', 'GET //[ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404, 'NOT_FOUND'],
      ['TRACE', 'TRACE /api/v1/people HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
      ['dots that climb', 'GET /api/v1/people/../../doors HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404, 'NOT_FOUND'],
      ['an upgrade', 'GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 404, 'NOT_FOUND'],
    ])('answers %s in JSON', async (_what, request, status, code) => {
      const [head = '', body = ''] = (await raw(request)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(head).toMatch(/x-request-id: \S+/i);
      expect(JSON.parse(body.replace(/^[0-9a-f]+\r\n/, ''))).toMatchObject({ error: { code } });
    });
  });
});

describe('a service that is not there', () => {
  it('503 and when to come back, when nothing listens at its address', async () => {
    const gone = await startUpstream();
    gone.server.close();
    const gateway = await TestGateway.start({ settings: { PSA_CLIENTS_URL: gone.url } });
    const response = await gateway.fetch('/api/v1/people', gateway.identity.newKey());
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
    await gateway.stop();
  });

  it('503 and when to come back, when its name leads nowhere', async () => {
    const gateway = await TestGateway.start({ settings: { PSA_CLIENTS_URL: 'http://nobody.invalid' } });
    const response = await gateway.fetch('/api/v1/people', gateway.identity.newKey());
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
    await gateway.stop();
  });
});
