import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, signToken, type TestApi, TestService } from '@psa/test-kit';
import { parseJsonBody, readBody } from './request-body.ts';
import { noteService } from './testing/note-service.ts';
import { connectRaw, sendRaw, statusOf } from './testing/raw-request.ts';

const MIB = 1024 * 1024;

describe('the body of a request', () => {
  let service: TestService;
  let api: TestApi;
  let authorization: string;

  beforeAll(async () => {
    service = await TestService.start(noteService);
    const me = caller();
    api = service.api(me);
    authorization = `Bearer ${await signToken(me, 'kit_http')}`;
  });
  afterAll(() => service.stop());

  const send = (body: string, headers: Record<string, string> = {}) => api.post('/notes', body, { headers });
  const notes = async () => (await service.sql('select 1 from notes')).length;
  const head = (...more: string[]) => [
    'POST /notes HTTP/1.1',
    'host: x',
    `authorization: ${authorization}`,
    'content-type: application/json',
    ...more,
  ];

  it('arrives in chunks as well', async () => {
    const answer = await sendRaw(
      service.running.url,
      head('transfer-encoding: chunked', 'connection: close'),
      '8\r\n{"text":\r\n5\r\n"hi"}\r\n0\r\n\r\n',
    );
    expect(statusOf(answer)).toBe(201);
  });

  it('that nothing announces counts as an empty one', async () => {
    const answer = await sendRaw(service.running.url, head('connection: close'), '');
    expect([statusOf(answer), answer.includes('"path":["text"]')]).toEqual([400, true]);
  });

  it('in UTF-8 cut anywhere between chunks is put together again', async () => {
    const bytes = Buffer.from('{"text":"naïve 😀"}');
    const chunks = [...bytes].map((byte) => Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]));
    const answer = await sendRaw(
      service.running.url,
      head('transfer-encoding: chunked', 'connection: close'),
      Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]),
    );
    expect(answer).toContain('naïve 😀');
  });

  it('too large by its own account is refused before it is read', async () => {
    const socket = await connectRaw(service.running.url);
    socket.write(`${head(`content-length: ${MIB + 1}`).join('\r\n')}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(statusOf(String(answer))).toBe(413);
    expect(String(answer)).toContain('PAYLOAD_TOO_LARGE');
  });

  it('too large without an account is refused as soon as it is', async () => {
    const socket = await connectRaw(service.running.url);
    socket.write(`${head('transfer-encoding: chunked').join('\r\n')}\r\n\r\n`);
    socket.write(`${(MIB + 1).toString(16)}\r\n${'x'.repeat(MIB + 1)}`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(statusOf(String(answer))).toBe(413);
  });

  it('very much too large leaves the caller with an answer, not with a broken connection', async () => {
    const large = httpRequest(`${service.running.url}/notes`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
    });
    const answered = once(large, 'response') as Promise<[{ statusCode: number; resume(): void }]>;
    Readable.from(
      (function* megabytes() {
        for (let sent = 0; sent < 32; sent++) yield Buffer.alloc(MIB, 'x');
      })(),
    ).pipe(large);
    const [response] = await answered;
    response.resume();
    expect(response.statusCode).toBe(413);
    large.destroy();
  });

  it('as large as allowed is taken', async () => {
    const text = 'x'.repeat(50_000);
    const response = await send(JSON.stringify({ text, tags: { filler: 'y'.repeat(MIB - text.length - 40) } }));
    expect(response.status).toBe(201);
    expect(response.body.data.text).toBe(text);
  });

  it('broken off midway has no effect, and the service goes on', async () => {
    const before = await notes();
    const socket = await connectRaw(service.running.url);
    socket.write(`${head('content-length: 100').join('\r\n')}\r\n\r\n{"text":"half`);
    socket.destroy();
    expect((await send('{"text":"whole"}')).status).toBe(201);
    expect(await notes()).toBe(before + 1);
  });

  it('whose caller has gone before it is looked at ends the request instead of waiting for ever', async () => {
    const gone = Object.assign(new Readable({ read() {} }), { headers: {}, complete: false });
    gone.destroy();
    await once(gone, 'close');
    await expect(readBody(gone as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it.each([
    ['cut short', '{"text":'],
    ['with a comma too many', '{"text":"a",}'],
    ['with a raw NUL', '{"text":"a\0"}'],
    ['in single quotes', "{'text':'a'}"],
    ['a list', '[{"text":"a"}]'],
    ['a text', '"text"'],
    ['null', 'null'],
    ['blank', ' '],
    ['empty: its fields are missing', ''],
    ['brackets without end', '['.repeat(500_000)],
  ])('that is %s gives a 400', async (_, body) => {
    const response = await send(body);
    expect(response.status).toBe(400);
    expect(response.body.error.code).toBe('VALIDATION_ERROR');
  });

  it.each([
    ['a NUL in a value', '{"text":"a\\u0000b"}', ['text']],
    ['a NUL deep inside', '{"text":"a","tags":{"list":[{"x":1},{"y":"\\u0000"}]}}', ['tags', 'list', 1, 'y']],
    ['a NUL in a key', '{"text":"a","tags":{"inner":{"\\u0000":1}}}', ['tags', 'inner']],
    ['half of a surrogate pair', '{"text":"\\ud83d"}', ['text']],
    ['the halves in the wrong order', '{"text":"\\ude00\\ud83d"}', ['text']],
    ['half of a pair in a key', '{"text":"a","tags":{"\\udc00":1}}', ['tags']],
  ])('with %s is refused at its place, because Postgres would', async (_, body, path) => {
    const response = await send(body);
    expect(response.status).toBe(400);
    expect(response.body.error.details).toEqual([expect.objectContaining({ code: 'invalid_text', path })]);
  });

  it('with escapes that make sense is taken', async () => {
    const response = await send('{"text":"\\ud83d\\ude00 \\u00e9 \\\\u0000"}');
    expect(response.body.data.text).toBe('😀 é \\u0000');
  });

  it('may be 32 levels deep and no more', async () => {
    const nested = (levels: number) => `{"text":"a","tags":{"x":${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}}`;
    expect((await send(nested(32))).status).toBe(201);
    const refused = await send(nested(33));
    expect(refused.status).toBe(400);
    expect(refused.body.error.details).toEqual([expect.objectContaining({ code: 'too_deep' })]);
    expect((await send(nested(100_000))).status).toBe(400);
  });

  it('with a member named __proto__ changes nothing but itself', async () => {
    expect((await send('{"text":"a","__proto__":{"rank":7},"constructor":{"prototype":{"polluted":1}}}')).body.data.rank).toBeNull();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it.each([
    ['application/json', 201],
    ['application/json; charset=utf-8', 201],
    ['APPLICATION/JSON;Charset="UTF-8"', 201],
    ['application/json; odata=verbose; charset=utf-8', 201],
    ['application/vnd.api+json', 201],
    ['application/merge-patch+json', 201],
    ['application/json; charset=utf-16', 415],
    ['application/json; charset=iso-8859-1', 415],
    ['application/json-seq', 415],
    ['text/plain', 415],
    ['text/json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['json', 415],
    ['', 415],
  ])('of type %p gives %d', async (type, status) => {
    expect((await send('{"text":"a"}', { 'content-type': type })).status).toBe(status);
  });

  it('that is compressed is refused as such', async () => {
    const response = await send('{"text":"a"}', { 'content-encoding': 'gzip' });
    expect(response.status).toBe(415);
  });

  it('with an amount that Postgres cannot hold gives a 400', async () => {
    const response = await send('{"text":"a","rank":1e12}');
    expect(response.body.error).toMatchObject({ code: 'BAD_REQUEST', message: 'A number is out of range' });
  });

  it('of many small things is looked through in time that grows with them', () => {
    const body = Buffer.from(`[${'{},'.repeat(300_000)}"\\u0041"]`);
    // In time that grows with its square this would not end before the test does.
    expect(parseJsonBody(body, 'application/json')).toHaveLength(300_001);
  });
});
