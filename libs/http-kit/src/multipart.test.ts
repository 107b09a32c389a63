import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import { noteService } from './testing/note-service.ts';

const TYPE = 'multipart/form-data; boundary=B';
const FILE = '--B\nContent-Disposition: form-data; name="file"; filename="a.txt"\nContent-Type: text/plain\n\nhello\n';
const TITLE = '--B\nContent-Disposition: form-data; name="title"\n\nA title\n';

describe('an upload', () => {
  let service: TestService;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(noteService);
    api = service.api(caller());
  });
  afterAll(() => service.stop());

  const send = (body: string, type = TYPE) => api.post('/uploads', body.replaceAll('\n', '\r\n'), { headers: { 'content-type': type } });

  it('brings one file and its fields', async () => {
    expect((await send(`${TITLE}${FILE}--B--`)).body).toEqual({ filename: 'a.txt', mime_type: 'text/plain', size: 5, title: 'A title' });
  });

  it('is what a browser sends', async () => {
    const form = new FormData();
    form.set('title', 'Ünïcode');
    form.set('file', new Blob([Buffer.from([0, 1, 2, 13, 10, 255])], { type: 'image/png' }), 'räksmörgås 😀.png');
    expect((await api.post('/uploads', form)).body).toEqual({
      filename: 'räksmörgås 😀.png',
      mime_type: 'image/png',
      size: 6,
      title: 'Ünïcode',
    });
  });

  it('may be empty', async () => {
    const form = new FormData();
    form.set('file', new Blob([]), 'nothing.txt');
    expect((await api.post('/uploads', form)).body).toMatchObject({ filename: 'nothing.txt', size: 0 });
  });

  it.each([
    ['no file', `${TITLE}--B--`, 'required', ['file']],
    ['two files', `${FILE}${FILE}--B--`, 'too_big', ['file']],
    ['two files in different fields', `${FILE}${FILE.replace('"file"', '"other"')}--B--`, 'too_big', ['file']],
    ['a field too long', `${TITLE.replace('A title', 'x'.repeat(70_000))}${FILE}--B--`, 'too_big', ['title']],
    ['too many fields', `${TITLE.repeat(51)}${FILE}--B--`, 'too_big', []],
    ['a field with NUL', `${TITLE.replace('A title', 'a\0b')}${FILE}--B--`, 'invalid_text', ['title']],
    ['a field without a name', `${TITLE.replace('; name="title"', '')}${FILE}--B--`, 'invalid_multipart', []],
    ['an end within the file', FILE, 'invalid_multipart', []],
    ['an end within the head of a part', '--B\nContent-Disposition: form-da', 'invalid_multipart', []],
    ['an end between parts', TITLE, 'invalid_multipart', []],
    ['a head that is none', '--B\nContent Disposition\n\nx\n--B--', 'invalid_multipart', []],
    ['another boundary', `${FILE}--B--`.replaceAll('--B', '--C'), 'invalid_multipart', []],
    ['nothing', '', 'invalid_multipart', []],
    ['something else', 'hello', 'invalid_multipart', []],
  ])('with %s is refused and leaves the process alive', async (_, body, code, path) => {
    const response = await send(body);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ code, path }] });
    expect((await send(`${FILE}--B--`)).status).toBe(200);
  });

  it.each(['application/json', 'multipart/mixed; boundary=B', 'text/plain', 'multipart/form-dataX; boundary=B'])(
    'of type %s is refused',
    async (type) => {
      expect((await send(`${FILE}--B--`, type)).status).toBe(415);
    },
  );

  it('without a boundary is refused', async () => {
    expect((await send(`${FILE}--B--`, 'multipart/form-data')).status).toBe(400);
  });

  it('larger than its route allows is refused', async () => {
    expect((await send(`${FILE.replace('hello', 'x'.repeat(257 * 1024))}--B--`)).status).toBe(413);
  });

  it.each([
    ['a path', '../../etc/passwd', 'passwd'],
    ['a path of Windows', 'C:\\\\Users\\\\me\\\\a.txt', 'a.txt'],
    ['quotes', 'a\\"b.txt', 'a"b.txt'],
  ])('keeps of a name that is %s only the name', async (_, given, kept) => {
    expect((await send(`${FILE.replace('a.txt', given)}--B--`)).body.filename).toBe(kept);
  });

  it('keeps no line ends of a name, which would end up in a header', async () => {
    const named = FILE.replace('filename="a.txt"', "filename*=UTF-8''a%0d%0aset-cookie%3A%20x%00.txt");
    expect((await send(`${named}--B--`)).body.filename).toBe('a__set-cookie: x_.txt');
  });

  it('under an Idempotency-Key is the same upload though the boundary differs', async () => {
    const headers = { 'idempotency-key': 'upload-1' };
    const first = await api.post('/uploads', `${FILE}--B--`.replaceAll('\n', '\r\n'), { headers: { ...headers, 'content-type': TYPE } });
    const again = await api.post('/uploads', `${FILE}--B--`.replaceAll('--B', '--C').replaceAll('\n', '\r\n'), {
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=C' },
    });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    const other = await api.post('/uploads', `${FILE.replace('hello', 'other')}--B--`.replaceAll('\n', '\r\n'), {
      headers: { ...headers, 'content-type': TYPE },
    });
    expect(other.status).toBe(422);
  });
});
