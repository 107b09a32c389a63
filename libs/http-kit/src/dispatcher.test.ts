import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, everyPermission, signToken, type TestApi, TestService } from '@psa/test-kit';
import { type NotePorts, noteService } from './testing/note-service.ts';
import { connectRaw } from './testing/raw-request.ts';

describe('a request on its way through a service', () => {
  let service: TestService;
  let api: TestApi;
  let contents: NotePorts['contents'] = () => '';

  beforeAll(async () => {
    service = await TestService.start(noteService, { ports: { contents: (name: string) => contents(name) } });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    api = service.api(caller());
  });

  const anyone = () => service.api(null);

  describe('to a path', () => {
    it('that is none gets a 404 in JSON', async () => {
      const response = await anyone().get('/no/such/path');
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.body).toEqual({
        error: { code: 'NOT_FOUND', message: 'No such route', request_id: response.headers.get('x-request-id') },
      });
    });

    it('that has other methods gets a 405 that names them', async () => {
      const response = await anyone().send('PATCH', `/notes/${randomUUID()}`);
      expect(response.status).toBe(405);
      expect(response.body.error.code).toBe('METHOD_NOT_ALLOWED');
      expect(response.headers.get('allow')).toBe('GET, PUT, DELETE, HEAD, OPTIONS');
    });

    it('learns its methods by OPTIONS', async () => {
      const response = await anyone().send('OPTIONS', '/notes');
      expect({ status: response.status, text: response.text, allow: response.headers.get('allow') }).toEqual({
        status: 204,
        text: '',
        allow: 'GET, POST, HEAD, OPTIONS',
      });
      expect((await anyone().send('OPTIONS', '/no/such/path')).status).toBe(404);
    });

    it('by HEAD gets the head that GET would get, and no body', async () => {
      const created = await api.post('/notes', { text: 'a' });
      const path = `/notes/${created.body.data.note_id as string}`;
      const [got, head] = [await api.get(path), await api.send('HEAD', path)];
      expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
      for (const name of ['etag', 'content-type', 'content-length']) expect(head.headers.get(name)).toBe(got.headers.get(name));
    });

    it('with NUL in a placeholder is refused at its place', async () => {
      const response = await api.post('/notes/a%00b/stamps');
      expect(response.status).toBe(400);
      expect(response.body.error.details).toEqual([expect.objectContaining({ code: 'invalid_text', path: ['name'] })]);
    });

    it('keeps what was encoded in a placeholder', async () => {
      expect((await api.post('/notes/a%2Fb%20%3F%25/stamps')).body.name).toBe('a/b ?%');
    });
  });

  describe('by somebody', () => {
    it('who shows no credential is asked for one before anything is looked at', async () => {
      expect((await anyone().post('/notes', '{"broken')).status).toBe(401);
      expect((await anyone().get('/notes', { query: { page: 'x' } })).status).toBe(401);
    });

    it('who may not is told what is missing before anything is looked at', async () => {
      const reader = service.api(caller({ permissions: everyPermission.filter((name) => name !== 'document:create') }));
      const response = await reader.post('/notes', '{"broken');
      expect(response.status).toBe(403);
      expect(response.body.error.message).toBe('Permission denied: Cannot create document');
    });
  });

  describe('carrying an id', () => {
    it('gets it back', async () => {
      const response = await anyone().get('/no/such/path', { headers: { 'x-request-id': 'trace-1_a' } });
      expect(response.headers.get('x-request-id')).toBe('trace-1_a');
      expect(response.body.error.request_id).toBe('trace-1_a');
    });

    it.each(['', 'a b', 'x'.repeat(129), '<script>', 'a"b'])('that is no id, such as %p, gets another', async (id) => {
      expect((await anyone().get('/no/such/path', { headers: { 'x-request-id': id } })).headers.get('x-request-id')).toMatch(
        /^[0-9a-f-]{36}$/,
      );
    });
  });

  describe('that goes wrong', () => {
    it.each([
      ['an answer that breaks its contract', '/faults/reply'],
      ['an error the contract does not declare', '/faults/undeclared'],
      ['a head that cannot be sent', '/faults/header'],
      ['a fault of the code', '/faults/crash'],
    ])('by %s is a 500 that tells nothing of the inside', async (_, path) => {
      const response = await anyone().get(path);
      expect(response.status).toBe(500);
      expect(response.body.error.code).toBe('INTERNAL_ERROR');
      expect(response.text).not.toMatch(/hunter2|postgres|node_modules|\.ts/);
    });

    it('as announced is what it is', async () => {
      expect((await anyone().get('/faults/declared')).body.error).toMatchObject({ code: 'CONFLICT', message: 'as announced' });
    });

    const input = { size: 'x', parts: [{ name: 'a' }, {}] };
    const at = (path: (string | number)[]) => expect.objectContaining({ path }) as unknown;
    it.each([
      ['data', { error: { code: 'VALIDATION_ERROR', details: [at(['size']), at(['parts', 1, 'name'])] } }],
      ['flat', { error: 'Validation failed', code: 'VALIDATION_ERROR', details: [at(['size']), at(['parts', 1, 'name'])] }],
      [
        'asset',
        {
          success: false,
          error: {
            code: 'VALIDATION_ERROR',
            details: { errors: [expect.objectContaining({ field: 'size' }), expect.objectContaining({ field: 'parts.1.name' })] },
          },
        },
      ],
    ])('is told in the form of its route: %s', async (form, body) => {
      const response = await api.post(`/forms/${form}`, input);
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject(body);
    });
  });

  describe('for a download', () => {
    it.each([
      ['a plain name', 'report.csv', 'attachment; filename="report.csv"; filename*=UTF-8\'\'report.csv'],
      ['quotes and backslashes', 'a"b\\c.txt', 'attachment; filename="a_b_c.txt"; filename*=UTF-8\'\'a%22b%5Cc.txt'],
      [
        'other scripts',
        'räksmörgås 😀.txt',
        'attachment; filename="r_ksm_rg_s __.txt"; filename*=UTF-8\'\'r%C3%A4ksm%C3%B6rg%C3%A5s%20%F0%9F%98%80.txt',
      ],
      ['line ends', 'a\r\nset-cookie: x', 'attachment; filename="a__set-cookie: x"; filename*=UTF-8\'\'a%0D%0Aset-cookie%3A%20x'],
      [
        'what RFC 8187 does not allow bare',
        "it's (1)*.txt",
        "attachment; filename=\"it's (1)*.txt\"; filename*=UTF-8''it%27s%20%281%29%2A.txt",
      ],
    ])('names the file: %s', async (_, name, disposition) => {
      contents = () => 'x';
      const { status, headers } = await api.get(`/downloads/${encodeURIComponent(name)}`);
      expect({ status, disposition: headers.get('content-disposition') }).toEqual({ status: 200, disposition });
    });

    it('sends bytes with their number and streams without', async () => {
      contents = () => Buffer.from([0, 255, 10]);
      expect((await api.get('/downloads/a')).headers.get('content-length')).toBe('3');
      contents = async function* chunks() {
        yield 'a';
        yield Buffer.from('b');
      };
      const streamed = await api.get('/downloads/a');
      expect({ text: streamed.text, length: streamed.headers.get('content-length') }).toEqual({ text: 'ab', length: null });
    });

    it('by HEAD never begins to read', async () => {
      let begun = false;
      contents = async function* chunks() {
        begun = true;
        yield 'a';
      };
      expect((await api.send('HEAD', '/downloads/a')).status).toBe(200);
      expect(begun).toBe(false);
    });

    it('stops reading when the caller goes away', async () => {
      let stopped = false;
      contents = async function* endless() {
        try {
          for (;;) yield Buffer.alloc(64 * 1024, 'x');
        } finally {
          stopped = true;
        }
      };
      const going = new AbortController();
      const headers = { authorization: `Bearer ${await signToken(caller(), 'kit_http')}` };
      const response = await fetch(`${service.running.url}/downloads/a`, { headers, signal: going.signal });
      await response.body?.getReader().read();
      going.abort();
      await eventually(() => stopped);
    });

    it('that fails in the middle is broken off, so that nobody takes it for complete', async () => {
      contents = async function* failing() {
        yield 'a'.repeat(100_000);
        throw new Error('gone');
      };
      await expect(api.get('/downloads/a')).rejects.toThrow();
      contents = () => 'fine';
      expect((await api.get('/downloads/a')).text).toBe('fine');
    });
  });

  it('sent one behind the other on one connection is answered in that order', async () => {
    const socket = await connectRaw(service.running.url);
    const close = 'connection: close\r\n';
    socket.write(
      `GET /faults/declared HTTP/1.1\r\nhost: x\r\n\r\nPOST /notes HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\n{}\nGET /nowhere HTTP/1.1\r\nhost: x\r\n${close}\r\n`,
    );
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += String(chunk);
    });
    await once(socket, 'close');
    // The unread body of the refused request in the middle is not taken for the next one.
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))).toEqual([409, 401, 404]);
  });
});
