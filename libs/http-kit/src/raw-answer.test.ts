import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { payload, raw, routes } from '@psa/contract-kit';
import { close, listen } from '@psa/service-kit';
import { z } from 'zod';
import { dispatcher } from './dispatcher.ts';
import { handlersFor } from './handlers.ts';
import { RawAnswer } from './raw-answer.ts';

const Greeting = z.object({ hello: z.string() });
const body = z.object({ name: z.string().max(10).optional(), size: z.string().optional() });

const rawRoutes = routes(
  { service: 'kit_http', form: 'flat', tag: 'Raw' },
  {
    greet: { method: 'get', path: '/greet', permission: 'public', summary: '', reply: raw(Greeting) },
    leave: { method: 'get', path: '/leave', permission: 'public', summary: '', reply: raw(Greeting, { status: 302, redirects: true }) },
    show: { method: 'get', path: '/show', permission: 'public', summary: '', reply: raw(Greeting, { media: ['text/html'] }) },
    lie: { method: 'get', path: '/lie', permission: 'public', summary: '', reply: raw(Greeting) },
    refuse: { method: 'get', path: '/refuse', permission: 'public', summary: '', reply: raw(Greeting) },
    send: {
      method: 'post',
      path: '/send',
      permission: 'public',
      summary: '',
      body,
      bodyKind: 'form',
      bodyLimit: 200,
      reply: payload(body),
    },
  },
);

const bound = handlersFor<{ tables: Record<never, never>; ports: object }>()(rawRoutes, {
  greet: () => RawAnswer.json(200, { hello: 'you' }, { cookies: ['a=1; Path=/', 'b=2; Path=/'], headers: { 'cache-control': 'no-store' } }),
  leave: () => RawAnswer.redirect('https://example.com/', { cookies: ['a=; Max-Age=0'] }),
  show: () => RawAnswer.page(403, '<p>No</p>'),
  lie: () => RawAnswer.json(200, { bye: 'you' }),
  refuse: () => RawAnswer.json(401, { url: 'x' }),
  send: ({ body: sent }) => sent,
});

describe('a route of a protocol that is not the product’s own', () => {
  const server = createServer(
    dispatcher({
      routes: bound,
      verify: () => {
        throw new Error('not asked');
      },
      ports: {},
      checkReplies: 'throw',
      onFinish: () => {},
    }),
  );
  let url: string;
  beforeAll(async () => {
    url = await listen(server, '127.0.0.1', 0);
  });
  afterAll(() => close(server));
  const get = (path: string) => fetch(url + path, { redirect: 'manual' });

  it('sets as many cookies as it likes', async () => {
    const response = await get('/greet');
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/']);
    expect([response.status, response.headers.get('cache-control'), await response.json()]).toEqual([200, 'no-store', { hello: 'you' }]);
    expect(response.headers.get('x-request-id')).not.toBeNull();
  });

  it('redirects, and shows pages, with the status it likes', async () => {
    const left = await get('/leave');
    expect([left.status, left.headers.get('location'), left.headers.getSetCookie()]).toEqual([
      302,
      'https://example.com/',
      ['a=; Max-Age=0'],
    ]);
    const shown = await get('/show');
    expect([shown.status, shown.headers.get('content-type'), await shown.text()]).toEqual([403, 'text/html; charset=utf-8', '<p>No</p>']);
  });

  it('is held to its contract where all went well, and only there', async () => {
    expect((await get('/lie')).status).toBe(500);
    expect((await get('/refuse')).status).toBe(401);
  });

  describe('that takes forms', () => {
    const send = async (text: string, type: string) => {
      const response = await fetch(`${url}/send`, { method: 'POST', body: text, headers: { 'content-type': type } });
      return { status: response.status, body: await response.json() };
    };
    const FORM = 'application/x-www-form-urlencoded';

    it.each([
      ['name=a%20b+c&size=', FORM, { name: 'a b c', size: '' }],
      ['name=a&name=b', `${FORM}; charset=UTF-8`, { name: 'b' }],
      ['__proto__=x&constructor=y&other=z', FORM, {}],
      ['', FORM, {}],
      ['{"name":"a"}', 'application/json', { name: 'a' }],
    ])('reads %j as %s', async (text, type, read) => {
      expect(await send(text, type)).toEqual({ status: 200, body: read });
    });

    it.each([
      ['name=too+long+a+name', FORM, 400],
      ['name=%00', FORM, 400],
      ['{"name":1}', 'application/json', 400],
      ['name=a', 'text/plain', 415],
      [`name=${'x'.repeat(300)}`, FORM, 413],
    ])('refuses %j as %s', async (text, type, status) => {
      expect((await send(text, type)).status).toBe(status);
    });
  });
});
