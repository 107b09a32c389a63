import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError, payload, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { answerWith } from './answer.ts';
import { dispatcher } from './dispatcher.ts';
import { handlersFor } from './handlers.ts';

const signed = routes(
  { service: 'kit', form: 'flat', tag: 'Kit' },
  {
    readSigned: {
      method: 'get',
      path: '/signed',
      permission: 'signed',
      summary: 'Read',
      query: z.object({ who: z.string() }),
      reply: payload(z.object({ who: z.string() })),
    },
    writeSigned: {
      method: 'post',
      path: '/signed',
      permission: 'signed',
      summary: 'Write',
      body: z.object({ count: z.int(), dry: z.boolean().optional() }),
      reply: { ...payload(z.object({ count: z.int() }), 201), also: [200] },
    },
  },
);

const handlers = handlersFor<{ tables: never; ports: { secret: string } }>();

describe('a route whose callers sign', () => {
  const bound = handlers(
    signed,
    {
      readSigned: ({ query }) => ({ who: query.who }),
      writeSigned: ({ body }) => (body.dry === true ? answerWith(200, { count: body.count }) : { count: body.count }),
    },
    {
      admit: ({ request, query, ports }) => {
        const text = request.rawBody?.toString() ?? String(query['who']);
        if (request.headers['x-signature'] !== `${ports.secret}:${text}`) throw new ApiError('UNAUTHORIZED', 'Unauthorized');
      },
    },
  );
  const server = createServer(
    dispatcher({
      routes: bound,
      verify: () => {
        throw new Error('nobody needs a token here');
      },
      ports: { secret: 's' },
      checkReplies: 'throw',
      onFinish: () => {},
    }),
  );
  let url: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/signed`;
  });
  afterAll(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  );

  const post = (body: string, signature = `s:${body}`) =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', 'x-signature': signature } });

  it('lets in who signed the raw body, and says nothing about the body to anybody else', async () => {
    expect((await post('{"count": 1}')).status).toBe(201);
    for (const body of ['{"count": 1}', '{"broken', '{}']) expect((await post(body, 's:other')).status).toBe(401);
    expect((await post('{"broken')).status).toBe(400);
    expect((await post('{"count": "x"}')).status).toBe(400);
  });

  it('asks for the query first where that is what is signed', async () => {
    expect((await fetch(url)).status).toBe(400);
    expect((await fetch(`${url}?who=me`)).status).toBe(401);
    expect(await (await fetch(`${url}?who=me`, { headers: { 'x-signature': 's:me' } })).json()).toEqual({ who: 'me' });
  });

  it('may answer with another status its contract names', async () => {
    const answer = await post('{"count":1,"dry":true}');
    expect([answer.status, await answer.json()]).toEqual([200, { count: 1 }]);
  });
});
