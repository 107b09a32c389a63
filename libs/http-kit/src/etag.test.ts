import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, type TestResponse, TestService } from '@psa/test-kit';
import { acceptedVersions, alreadyHas, entityTag } from './etag.ts';
import { noteService } from './testing/note-service.ts';

describe('an entity tag', () => {
  it('changes with the version and with what is shown', () => {
    expect(entityTag(3, '{"a":1}')).toMatch(/^"3-[0-9a-z]+"$/);
    expect(entityTag(3, '{"a":1}')).toBe(entityTag(3, '{"a":1}'));
    expect(entityTag(4, '{"a":1}')).not.toBe(entityTag(3, '{"a":1}'));
    expect(entityTag(3, '{"a":2}')).not.toBe(entityTag(3, '{"a":1}'));
  });

  it.each([
    ['no header', undefined, undefined],
    ['anything', '*', undefined],
    ['anything, with blanks', ' * ', undefined],
    ['one', '"3-abc"', [3]],
    ['a list', '"3-abc", "5-x" ,"7-0"', [3, 5, 7]],
    ['one that a proxy made weak', 'W/"3-abc"', [3]],
    ['one of ours among others', '"other", "3-abc", junk', [3]],
  ])('in If-Match accepts %s', (_, header, versions) => {
    expect(acceptedVersions(header)).toEqual(versions === undefined ? undefined : new Set(versions));
  });

  it.each(['', '"other"', '3', '3-abc', '"3"', '"-abc"', '"3-ABC"', 'W/', '",,"'])(
    'in If-Match matches nothing when it is %p',
    (header) => {
      expect(() => acceptedVersions(header)).toThrow(expect.objectContaining({ code: 'PRECONDITION_FAILED' }));
    },
  );

  it.each([
    [undefined, false],
    ['"3-abc"', true],
    ['W/"3-abc"', true],
    ['*', true],
    ['"1-a", "3-abc"', true],
    ['"3-abcd"', false],
    ['3-abc', false],
    ['', false],
  ])('in If-None-Match: %p is the current one: %p', (header, same) => {
    expect(alreadyHas(header, '"3-abc"')).toBe(same);
  });
});

describe('a conditional request', () => {
  let service: TestService;
  let api: TestApi;
  let path: string;
  let first: TestResponse;

  beforeAll(async () => {
    service = await TestService.start(noteService);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    api = service.api(caller());
    first = await api.post('/notes', { text: 'first' });
    path = first.headers.get('location') ?? '';
  });

  const tagOf = (response: TestResponse) => response.headers.get('etag') ?? '';
  const change = (text: string, ifMatch: string) => api.put(path, { text }, { headers: { 'if-match': ifMatch } });

  it('changes what has not changed since', async () => {
    const changed = await change('second', tagOf(first));
    expect(changed.status).toBe(200);
    expect(tagOf(changed)).not.toBe(tagOf(first));
    expect((await change('third', tagOf(changed))).status).toBe(200);
  });

  it('changes nothing otherwise', async () => {
    await change('second', '*');
    const late = await change('late', tagOf(first));
    expect(late.status).toBe(412);
    expect(late.body.error.code).toBe('PRECONDITION_FAILED');
    expect((await api.get(path)).body.data.text).toBe('second');
    expect((await change('third', tagOf(late))).status).toBe(200);
  });

  it('of two that know the same version lets one through', async () => {
    const statuses = await Promise.all(Array.from({ length: 8 }, (_, index) => change(`by ${index}`, tagOf(first))));
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 412)]);
  });

  it('with a tag nobody gave is refused', async () => {
    expect((await change('second', 'garbage')).status).toBe(412);
  });

  it('for what is not there is a 404, whatever the tag', async () => {
    const response = await api.put(`/notes/${randomUUID()}`, { text: 'x' }, { headers: { 'if-match': tagOf(first) } });
    expect(response.status).toBe(404);
  });

  it('reads nothing again that the caller has', async () => {
    const read = await api.get(path);
    const again = await api.get(path, { headers: { 'if-none-match': `"other", W/${tagOf(read)}` } });
    expect({ status: again.status, text: again.text, etag: tagOf(again) }).toEqual({ status: 304, text: '', etag: tagOf(read) });
    await change('second', '*');
    expect((await api.get(path, { headers: { 'if-none-match': tagOf(read) } })).status).toBe(200);
  });

  it('ignores If-None-Match where something is changed', async () => {
    expect((await api.put(path, { text: 'second' }, { headers: { 'if-none-match': '*' } })).status).toBe(200);
  });
});
