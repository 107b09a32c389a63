import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeApiKey } from '@psa/contracts-identity';
import { createLog } from '@psa/observability-kit';
import { eventually } from '@psa/test-kit';
import { TestGateway } from './testing/test-gateway.ts';

describe('the access log', () => {
  let gateway: TestGateway;
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  beforeAll(async () => {
    gateway = await TestGateway.start({ log: createLog('gateway', 'info', sink) });
  });
  afterAll(() => gateway.stop());

  const lineOf = (requestId: string) =>
    eventually(() =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .find((line) => line['request_id'] === requestId),
    );

  it('has one line for each request, with its route and its caller', async () => {
    const key = gateway.identity.newKey();
    await gateway.fetch('/api/v1/things/00000000-0000-4000-8000-000000000001?x=1', key, { headers: { 'x-request-id': 'one' } });
    expect(await lineOf('one')).toMatchObject({
      level: 'info',
      service: 'gateway',
      method: 'GET',
      route: '/api/v1/things/{id}',
      status: 200,
      dur_ms: expect.any(Number),
      upstream: 'assets',
      tenant_id: key.caller.tenant,
      actor_id: key.caller.user_id,
      msg: 'request',
    });
  });

  it('has one for a refused request as well', async () => {
    await gateway.fetch('/nowhere', null, { headers: { 'x-request-id': 'two' } });
    expect(await lineOf('two')).toMatchObject({ route: '(unmatched)', status: 404 });
  });

  it('says when the caller went away before its answer', async () => {
    gateway.upstream.answer = () => {};
    const signal = AbortSignal.timeout(100);
    await expect(
      gateway.fetch('/api/v1/people', gateway.identity.newKey(), { signal, headers: { 'x-request-id': 'three' } }),
    ).rejects.toThrow();
    expect(await lineOf('three')).toMatchObject({ status: 499 });
  });

  it('never holds a secret', async () => {
    const canary = 'CANARY';
    const key = makeApiKey().text.replace(/_[0-9A-Za-z]{6}$/, `_${canary}`);
    await gateway.fetch(`/api/v1/people?token=${canary}`, null, {
      headers: { 'x-api-key': key, cookie: `s=${canary}`, authorization: `Bearer ${canary}`, 'x-request-id': 'four' },
    });
    await lineOf('four');
    expect(text).not.toContain(canary);
    expect(text).not.toContain('psa_');
  });
});
