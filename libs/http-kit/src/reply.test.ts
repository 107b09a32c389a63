import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import { noteService } from './testing/note-service.ts';

describe('a list', () => {
  let service: TestService;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(noteService);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    api = service.api(caller());
    for (const text of ['one', 'two', 'three']) await api.post('/notes', { text, rank: text.length });
  });

  const texts = (rows: { text: string }[]) => rows.map(({ text }) => text);

  it('says where it goes on, and that address leads there', async () => {
    const first = await api.get('/notes', { query: { limit: 2 } });
    expect(texts(first.body.data)).toEqual(['one', 'two']);
    expect(first.body.pagination).toMatchObject({ page: 1, limit: 2, total: 3, totalPages: 2, hasNext: true, hasPrev: false });
    const [, next] = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await api.get(next ?? '');
    expect(texts(second.body.data)).toEqual(['three']);
    expect(second.body.pagination).toMatchObject({ page: 2, hasNext: false, hasPrev: true, next_cursor: null });
    expect(second.headers.get('link')).toBeNull();
  });

  it('keeps in that address everything else that was asked, whatever is in it', async () => {
    const response = await api.get('/notes?limit=1&page=1&fields=text&search=a?b%26c%3D%20d&created_from=2020-01-01');
    const [, next = ''] = /^<\/notes\?([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '') ?? [];
    const parameters = Object.fromEntries(new URLSearchParams(next));
    expect(parameters).toEqual({
      limit: '1',
      fields: 'text',
      search: 'a?b&c= d',
      created_from: '2020-01-01',
      cursor: expect.any(String) as unknown,
    });
  });

  it('says which filters it was narrowed by, what it lists and in which order', async () => {
    const { body } = await api.get('/notes?limit=1&fields=text&search=o&created_from=2020-01-01&rank.ne=9');
    expect(body.meta).toEqual({
      filters: { search: 'o', created_from: '2020-01-01T00:00:00.000Z', 'rank.ne': '9' },
      resource: 'notes',
      sort: 'created_at',
      order: expect.stringMatching(/^(asc|desc)$/),
    });
  });

  it('leaves its total out when asked to', async () => {
    const { body } = await api.get('/notes', { query: { include_total: 'false' } });
    expect(body.pagination).toMatchObject({ total: null, totalPages: null, hasNext: false });
  });

  it('sends only the members asked for, in that order', async () => {
    const { body } = await api.get('/notes', { query: { fields: 'text,note_id', limit: 1 } });
    expect(Object.keys(body.data[0])).toEqual(['text', 'note_id']);
    expect(body.pagination.total).toBe(3);
  });

  it('sends all members when it is asked for none', async () => {
    const { body } = await api.get('/notes', { query: { fields: '', limit: 1 } });
    expect(Object.keys(body.data[0])).toEqual(['note_id', 'text', 'rank', 'created_at']);
  });

  it.each(['tenant', 'version', 'text,nothing', 'constructor', '__proto__', 'toString'])(
    'refuses to send what is not one of its members: %s',
    async (fields) => {
      const response = await api.get('/notes', { query: { fields } });
      expect(response.status).toBe(400);
      expect(response.body.error.details).toEqual([expect.objectContaining({ code: 'unknown_field', path: ['fields'] })]);
    },
  );

  it.each([
    ['page', '0'],
    ['limit', '101'],
    ['sort', 'text'],
    ['order', 'sideways'],
    ['cursor', 'junk'],
  ])('refuses %s=%s by name', async (name, value) => {
    const response = await api.get('/notes', { query: { [name]: value } });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'Query validation failed',
      details: [{ path: [name] }],
    });
  });

  it('of long texts arrives whole, and says how long it is in bytes', async () => {
    const text = 'ä€'.repeat(10_000);
    await api.post('/notes', { text });
    const { body, headers } = await api.get('/notes', { query: { limit: 4 } });
    expect(texts(body.data)).toEqual(['one', 'two', 'three', text]);
    expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(JSON.stringify(body)));
  });

  it('takes no harm from parameters with names of its own kind', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'length']) {
      const response = await api.get('/notes', { query: { [name]: 'x' } });
      expect({ name, status: response.status, rows: response.body.data?.length }).toEqual({ name, status: 200, rows: 3 });
    }
  });

  describe('with Prefer: handling=strict', () => {
    const strict = { headers: { prefer: 'handling=strict' } };

    it('refuses parameters it does not know', async () => {
      const response = await api.get('/notes', { ...strict, query: { limit: 1, colour: 'red', constructor: 'x' } });
      expect(response.status).toBe(400);
      expect(response.body.error.details).toEqual([
        expect.objectContaining({ code: 'unrecognized_keys', path: ['colour'] }),
        expect.objectContaining({ path: ['constructor'] }),
      ]);
    });

    it('refuses members of a body it does not know, at their place', async () => {
      const response = await api.post('/notes', '{"text":"a","version":7,"tags":{"any":1},"__proto__":1}', strict);
      expect(response.status).toBe(400);
      expect(response.body.error.details.map(({ path }: { path: string[] }) => path)).toEqual([['version'], ['__proto__']]);
      expect((await api.post('/notes', { text: 'a', tags: { any: { thing: 1 } } }, strict)).status).toBe(201);
    });

    it.each([
      ['handling=strict', 400],
      ['return=minimal, handling="strict"; x', 400],
      ['HANDLING=STRICT', 400],
      ['handling=lenient', 200],
      ['handling=stricter', 200],
      ['nothandling=strict', 200],
      ['strict', 200],
    ])('or not: %s', async (prefer, status) => {
      expect((await api.get('/notes', { query: { colour: 'red' }, headers: { prefer } })).status).toBe(status);
    });
  });
});
