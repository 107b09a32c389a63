import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deprecated, payload, type Route, type Routes, routes } from '@psa/contract-kit';
import { apiInfo, openApiDocument } from '@psa/contract-kit/documents';
import { close, listen } from '@psa/service-kit';
import { z } from 'zod';
import { dispatcher, type Finished } from './dispatcher.ts';
import { handlersFor } from './handlers.ts';

const Lamp = z.object({ name: z.string() });
const CreateLamp = z.object({
  name: z.string(),
  colour: deprecated(z.string().describe('How it shines').optional(), { since: '2026-11-01', instead: 'tone' }),
});

const lampRoutes = routes(
  { service: 'kit_http', form: 'data', tag: 'Lamps' },
  {
    listLamps: {
      method: 'get',
      path: '/bulbs',
      permission: 'public',
      summary: 'List lamps',
      deprecated: { since: '2026-11-01', sunset: '2027-05-01', instead: '/lamps' },
      reply: payload(Lamp),
    },
    findLamps: {
      method: 'get',
      path: '/lamps',
      permission: 'public',
      summary: 'Find lamps',
      query: z.object({ watt: deprecated(z.string().optional(), { since: '2026-11-01', sunset: '2027-05-01' }) }),
      reply: payload(Lamp),
    },
    createLamp: { method: 'post', path: '/lamps', permission: 'public', summary: 'Create a lamp', body: CreateLamp, reply: payload(Lamp) },
  },
);

const bound = handlersFor<{ tables: Record<never, never>; ports: object }>()(lampRoutes, {
  listLamps: () => ({ name: 'Desk' }),
  findLamps: () => ({ name: 'Desk' }),
  createLamp: ({ body: { name } }) => ({ name }),
});

describe('what is to go', () => {
  const finished: Finished[] = [];
  const server = createServer(
    dispatcher({
      routes: bound,
      verify: () => {
        throw new Error('not asked');
      },
      ports: {},
      checkReplies: 'throw',
      onFinish: (one) => finished.push(one),
    }),
  );
  let url: string;
  beforeAll(async () => {
    url = await listen(server, '127.0.0.1', 0);
  });
  afterAll(() => close(server));

  const told = async (path: string, body?: object) => {
    const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const { headers } = await fetch(url + path, init);
    return [headers.get('deprecation'), headers.get('sunset'), headers.get('link'), finished.at(-1)?.deprecated];
  };

  it('says so with each answer of a route, and what takes its place', async () => {
    expect(await told('/bulbs')).toEqual(['@1793491200', 'Sat, 01 May 2027 00:00:00 GMT', '</lamps>; rel="successor-version"', true]);
  });

  it('says so to who sends such a member, and to nobody else', async () => {
    expect(await told('/lamps?watt=40')).toEqual(['@1793491200', 'Sat, 01 May 2027 00:00:00 GMT', null, true]);
    expect(await told('/lamps', { name: 'Desk', colour: 'red' })).toEqual(['@1793491200', null, null, true]);
    expect(await told('/lamps')).toEqual([null, null, null, false]);
    expect(await told('/lamps', { name: 'Desk' })).toEqual([null, null, null, false]);
  });

  it('says so with a refusal as well', async () => {
    expect(await told('/lamps', { colour: 'red', name: 1 })).toEqual([null, null, null, false]);
    expect((await told('/bulbs?limit=x'))[0]).toBe('@1793491200');
  });

  it('is marked in the documents, with its days', () => {
    const { paths, components } = openApiDocument(Object.values(lampRoutes as unknown as Routes) as Route[], apiInfo);
    expect(paths?.['/bulbs']?.get).toMatchObject({
      deprecated: true,
      'x-sunset': '2027-05-01',
      description: expect.stringContaining('Deprecated since 2026-11-01, gone from 2027-05-01 on; `/lamps` takes its place.') as unknown,
    });
    expect(paths?.['/lamps']?.get?.deprecated).toBeUndefined();
    expect(JSON.stringify([paths?.['/lamps'], components])).toContain(
      '"description":"How it shines. Deprecated since 2026-11-01; `tone` takes its place","deprecated":true',
    );
  });
});
