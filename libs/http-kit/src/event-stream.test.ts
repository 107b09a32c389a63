import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { EventStream, renderEvent, type StreamEvent, wantsEventStream, writeEvents } from './event-stream.ts';

describe('one server-sent event', () => {
  it.each<[StreamEvent, string]>([
    [{ data: 'hello' }, 'data: hello\n\n'],
    [{ id: '7', event: 'asset.created', data: '{"a":1}' }, 'id: 7\nevent: asset.created\ndata: {"a":1}\n\n'],
    [{ data: 'one\ntwo\r\nthree\rfour' }, 'data: one\ndata: two\ndata: three\ndata: four\n\n'],
    [{ data: '' }, 'data: \n\n'],
    [{ id: '8' }, 'id: 8\n\n'],
  ])('%j goes over the wire as %j', (event, text) => expect(renderEvent(event)).toBe(text));
});

describe('a caller', () => {
  it.each([
    ['text/event-stream', true],
    ['application/json, Text/Event-Stream;q=0.9', true],
    ['*/*', false],
    [undefined, false],
    ['text/event-streams', false],
  ])('that accepts %p wants a stream: %p', (accept, wanted) => expect(wantsEventStream(accept)).toBe(wanted));
});

describe('a stream of events', () => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const serve = async (stream: EventStream, stopping?: AbortSignal, heartbeatMs?: number): Promise<IncomingMessage> => {
    server = createServer((_request, response) => {
      response.writeHead(200);
      writeEvents(response, stream, stopping, heartbeatMs).catch(() => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response.setEncoding('utf8');
  };
  const textOf = async (response: IncomingMessage) => {
    let text = '';
    for await (const chunk of response) text += chunk as string;
    return text;
  };
  const until = (ended: AbortSignal) =>
    new Promise<void>((resolve) => {
      ended.addEventListener('abort', () => resolve(), { once: true });
    });

  it('sends its head at once, then its events, and ends with them', async () => {
    const response = await serve(
      new EventStream(async function* () {
        yield { id: '1', data: 'a' };
        yield { id: '2', data: 'b' };
      }),
    );
    expect(await textOf(response)).toBe('retry: 2000\n\nid: 1\ndata: a\n\nid: 2\ndata: b\n\n');
    expect(response.complete).toBe(true);
  });

  it('says that it is still there while nothing happens', async () => {
    const heardTwice = Promise.withResolvers<void>();
    const response = await serve(
      new EventStream(async function* () {
        await heardTwice.promise;
        yield { data: 'late' };
      }),
      undefined,
      25,
    );
    let text = '';
    for await (const chunk of response) {
      text += chunk as string;
      if (text.includes(': still here\n\n: still here')) heardTwice.resolve();
    }
    expect(text).toMatch(/^retry: 2000\n\n(?:: still here\n\n){2,}data: late\n\n$/);
  });

  it('ends in good order when the service stops', async () => {
    const stopping = new AbortController();
    const response = await serve(
      new EventStream(async function* (ended) {
        yield { data: 'first' };
        await until(ended);
      }),
      stopping.signal,
    );
    setTimeout(() => stopping.abort(), 50);
    expect(await textOf(response)).toBe('retry: 2000\n\ndata: first\n\n');
    expect(response.complete).toBe(true);
  });

  it('ends its source when the caller goes', async () => {
    let ends: () => void = () => {};
    const sourceEnded = new Promise<void>((resolve) => {
      ends = resolve;
    });
    const response = await serve(
      new EventStream(async function* (ended) {
        yield { data: 'first' };
        await until(ended);
        ends();
      }),
    );
    response.once('data', () => response.destroy());
    await sourceEnded;
    expect(response.complete).toBe(false);
  });

  it('breaks off when its source fails', async () => {
    const response = await serve(
      new EventStream(async function* () {
        yield { data: 'first' };
        throw new Error('the database is gone');
      }),
    );
    await expect(textOf(response)).rejects.toThrow('aborted');
  });

  it('waits for a caller that reads slowly', async () => {
    let made = 0;
    const response = await serve(
      new EventStream(async function* (ended) {
        while (!ended.aborted) {
          made++;
          yield { data: 'x'.repeat(100_000) };
        }
      }),
    );
    let before: number;
    do {
      before = made;
      await new Promise((resolve) => {
        setTimeout(resolve, 200);
      });
    } while (made > before && made < 200);
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(200);
    response.destroy();
  });
});
