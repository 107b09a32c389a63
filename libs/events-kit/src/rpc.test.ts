import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiError, rpcMethods } from '@psa/contract-kit';
import { takeNatsAccount, TestService } from '@psa/test-kit';
import { z } from 'zod';
import { Broker, type FinishedRpc } from './broker.ts';
import { rpcHandler, callRpc, isNoResponders, serveRpc } from './rpc.ts';
import { counterRpc, counterService } from './testing/counter-service.ts';

describe('RPC between services', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(counterService);
  });
  afterAll(() => service.stop());

  it('brings the answer', async () => {
    expect(await callRpc(service.running.broker, counterRpc.double, { value: 21 })).toEqual({ value: 42 });
  });

  it('says which input is wrong', async () => {
    await expect(callRpc(service.running.broker, counterRpc.double, { value: 'x' } as never)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: ['value'] }],
    });
  });

  it("passes on the other service's refusal without what its database said", async () => {
    const refusal = (await callRpc(service.running.broker, counterRpc.double, { value: -1 }).catch((error: unknown) => error)) as ApiError;
    expect(refusal).toMatchObject({ code: 'CONFLICT' });
    expect(refusal.message).not.toContain('secret');
  });

  it('finishes the answers under way before it goes', async () => {
    const url = await takeNatsAccount();
    const finished: FinishedRpc[] = [];
    const [asker, answerer] = (await Promise.all(
      ['asker', 'answerer'].map((name) => Broker.connect({ url, name, onRpc: (method) => finished.push(method) })),
    )) as [Broker, Broker];
    const { slow } = rpcMethods('kit', { slow: { summary: '', request: z.object({}), response: z.object({ done: z.boolean() }) } });
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    serveRpc(
      answerer,
      rpcHandler(slow, async () => {
        reached.resolve();
        await gate.promise;
        return { done: true };
      }),
      {},
      (thrown) => thrown as ApiError,
      { error: () => {} },
    );
    await answerer.connection.flush();
    const asked = callRpc(asker, slow, {});
    await reached.promise;
    const closing = answerer.close();
    gate.resolve();
    expect(await asked).toEqual({ done: true });
    await closing;
    await asker.close();
    expect(finished.map(({ side, method, outcome }) => [side, method, outcome])).toEqual([
      ['server', 'kit.slow', 'ok'],
      ['client', 'kit.slow', 'ok'],
    ]);
  });

  it('says at once when the service is not there', async () => {
    const absent = rpcMethods('nobody', { hello: { summary: '', request: z.object({}), response: z.object({}) } });
    const error = await callRpc(service.running.broker, absent.hello, {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '1' } });
    expect(isNoResponders(error)).toBe(true);
  });
});
