import { OtlpSink } from '@psa/test-kit';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  activeTraceParent,
  formatTraceParent,
  inSpan,
  parseTraceParent,
  startSpan,
  startTracing,
  type StopTracing,
  traceAs,
  traceIds,
} from './index.ts';

const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('a traceparent', () => {
  it('is read and written as W3C Trace Context says', () => {
    const context = parseTraceParent(parent);
    expect(context).toEqual({ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', traceFlags: 1, isRemote: true });
    expect(context && formatTraceParent(context)).toBe(parent);
    expect(traceIds(parent)).toEqual({ trace_id: '0af7651916cd43dd8448eb211c80319c', span_id: 'b7ad6b7169203331' });
  });

  it.each([
    undefined,
    null,
    '',
    'x',
    `${parent}-x`,
    parent.replace('00-', '01-'),
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
  ])('is none: %p', (text) => expect(parseTraceParent(text)).toBeUndefined());

  it('that is missing tells a log nothing', () => expect([traceIds(undefined), traceIds(null), traceIds('x')]).toEqual([{}, {}, {}]));
});

describe('without an address of a collector', () => {
  it('nothing is traced, and work is done as it is', async () => {
    const stop = await startTracing({ service: 'x', version: '1', endpoint: undefined });
    expect(startSpan('server', 'x', parent)).toBeUndefined();
    expect(await inSpan('client', 'x', async (traceparent) => ({ traceparent, active: activeTraceParent() }))).toEqual({
      traceparent: undefined,
      active: undefined,
    });
    await stop();
  });
});

describe('with a collector', () => {
  let sink: OtlpSink;
  let stop: StopTracing;
  beforeAll(async () => {
    sink = await OtlpSink.start();
    stop = await startTracing({ service: 'kit', version: '1.2.3', endpoint: `${sink.endpoint}/` });
    const server = startSpan('server', 'GET /x', parent, { 'http.route': '/x' });
    await server?.run(() =>
      inSpan('client', 'ask', async () => {
        await Promise.resolve();
      }),
    );
    await server
      ?.run(() =>
        inSpan('client', 'fail', async () => {
          throw Object.assign(new Error('c4n4ry'), { code: 'E_NO' });
        }),
      )
      .catch(() => {});
    server?.end({ 'http.response.status_code': 200 });
    startSpan('producer', 'publish', null)?.end();
    await stop();
  });
  afterAll(() => sink.stop());

  const named = (name: string) => sink.spans.find((span) => span.name === name);

  it('spans hang below what the caller named, and below each other', () => {
    const server = named('GET /x');
    expect(server).toMatchObject({
      service: 'kit',
      kind: 2,
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
      failed: false,
      attributes: { 'http.route': '/x', 'http.response.status_code': 200 },
    });
    expect(named('ask')).toMatchObject({ kind: 3, traceId: server?.traceId, parentSpanId: server?.spanId, failed: false });
  });

  it('spans without a parent begin a trace', () => {
    expect(named('publish')).toMatchObject({ kind: 4, parentSpanId: undefined });
    expect(named('publish')?.traceId).not.toBe(named('GET /x')?.traceId);
  });

  it('a span that failed says with what, and nothing of what was said', () => {
    expect(named('fail')).toMatchObject({ failed: true, attributes: { 'error.type': 'E_NO' } });
    expect(sink.bodies.join()).not.toContain('c4n4ry');
  });

  it('nothing is traced after the end', () => expect(startSpan('server', 'late')).toBeUndefined());
});

describe('a process of several services', () => {
  it('has spans of each in its name, whatever started what it does', async () => {
    const sink = await OtlpSink.start();
    const stop = await startTracing({ service: 'all', version: '1', endpoint: sink.endpoint });
    const serving = (service: string) =>
      traceAs(service, async () => {
        const server = createServer((_request, response) => {
          startSpan('server', `GET /${service}`, parent)?.end();
          response.end();
        }).listen(0, '127.0.0.1');
        await once(server, 'listening');
        return server;
      });
    const servers = [await serving('one'), await serving('two')];
    for (const server of servers) {
      // Called by the other service, which is not whose span it is.
      await traceAs('three', () => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).then((reply) => reply.text()));
      server.close();
    }
    startSpan('internal', 'itself')?.end();
    await stop();
    await sink.stop();
    const serviceOf = (name: string) => sink.spans.find((span) => span.name === name)?.service;
    expect(['GET /one', 'GET /two', 'itself'].map(serviceOf)).toEqual(['one', 'two', 'all']);
  });
});

describe('with a collector that is dead', () => {
  it('work goes on, and ends in time', async () => {
    const stop = await startTracing({ service: 'kit', version: '1', endpoint: 'http://127.0.0.1:9' });
    expect(await inSpan('server', 'x', async () => 7)).toBe(7);
    await stop();
  });
});
