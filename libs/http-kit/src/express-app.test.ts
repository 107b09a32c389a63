import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import express, { type Request, type Response } from 'express';
import { createExpressApp } from './express-app.ts';

const servers: Server[] = [];

async function get(server: Server, path = '/'): Promise<globalThis.Response> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return fetch(`http://127.0.0.1:${(server.address() as { port: number }).port}${path}`);
}

/** Prototypes of request and response: as node made them, and as a handler of express finds them. */
async function prototypes({ app, server }: { app: express.Express; server: Server }) {
  const seen: { before: unknown[]; after: unknown[] } = { before: [], after: [] };
  const prototypesOf = (...objects: object[]) => objects.map((object) => Object.getPrototypeOf(object) as unknown);
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    seen.before = prototypesOf(request, response);
  });
  app.use((request, response) => {
    seen.after = prototypesOf(request, response);
    response.end();
  });
  await (await get(server)).text();
  return seen;
}

describe('express on prepared objects', () => {
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it('is not allowed to change the prototype of requests and responses, which would make V8 forget all it learned of them', async () => {
    const { before, after } = await prototypes(createExpressApp());
    expect(before[0]).toBe(after[0]);
    expect(before[1]).toBe(after[1]);
  });

  it('would change it otherwise: when it no longer does, the preparation can go', async () => {
    const app = express();
    const { before, after } = await prototypes({ app, server: createServer(app) });
    expect(before[0]).not.toBe(after[0]);
    expect(before[1]).not.toBe(after[1]);
  });

  it('sets no prototype to another one anywhere on the way of a request', async () => {
    const { app, server } = createExpressApp();
    app.use((_, response) => {
      response.end();
    });
    const set = jest.spyOn(Object, 'setPrototypeOf');
    try {
      await (await get(server)).text();
      const changing = set.mock.calls.filter(([object, prototype]) => Object.getPrototypeOf(object) !== prototype);
      expect(changing).toEqual([]);
    } finally {
      set.mockRestore();
    }
  });

  it('has what express gives to requests and responses', async () => {
    const { app, server } = createExpressApp();
    app.use((request: Request, response: Response) => {
      response
        .status(201)
        .set('x-own', 'yes')
        .json({ accept: request.get('accept'), path: request.path, ip: request.ip, app: request.app === app });
    });
    const response = await get(server, '/a?b=c');
    expect(response.status).toBe(201);
    expect(response.headers.get('x-own')).toBe('yes');
    expect(await response.json()).toEqual({ accept: '*/*', path: '/a', ip: '127.0.0.1', app: true });
  });

  it('says nothing of itself, and makes no entity tags of its own', async () => {
    const { app, server } = createExpressApp();
    app.use((_: Request, response: Response) => {
      response.send('hello');
    });
    const { headers } = await get(server);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('etag')).toBeNull();
  });
});
