import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiError, questions } from '@psa/contract-kit';
import { takeNatsAccount, TestService } from '@psa/test-kit';
import { z } from 'zod';
import { Broker, type FinishedQuestion } from './broker.ts';
import { answering, ask, nobodyThere, serveAnswers } from './requests.ts';
import { counterQuestions, counterService } from './testing/counter-service.ts';

describe('questions between services', () => {
  let service: TestService;
  beforeAll(async () => { service = await TestService.start(counterService); });
  afterAll(() => service.stop());

  it('brings the answer', async () => {
    expect(await ask(service.running.broker, counterQuestions.double, { value: 21 })).toEqual({ value: 42 });
  });

  it('says which input is wrong', async () => {
    await expect(ask(service.running.broker, counterQuestions.double, { value: 'x' } as never)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR', details: [{ path: ['value'] }],
    });
  });

  it("passes on the other service's refusal without what its database said", async () => {
    const refusal = await ask(service.running.broker, counterQuestions.double, { value: -1 }).catch((error: unknown) => error) as ApiError;
    expect(refusal).toMatchObject({ code: 'CONFLICT' });
    expect(refusal.message).not.toContain('secret');
  });

  it('finishes the answers under way before it goes', async () => {
    const url = await takeNatsAccount();
    const finished: FinishedQuestion[] = [];
    const [asker, answerer] = await Promise.all(['asker', 'answerer'].map((name) => Broker.connect({ url, name, onQuestion: (question) => finished.push(question) }))) as [Broker, Broker];
    const { slow } = questions('kit', { slow: { summary: '', ask: z.object({}), answer: z.object({ done: z.boolean() }) } });
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    serveAnswers(answerer, answering(slow, async () => {
      reached.resolve();
      await gate.promise;
      return { done: true };
    }), {}, (thrown) => thrown as ApiError, { error: () => {} });
    await answerer.connection.flush();
    const asked = ask(asker, slow, {});
    await reached.promise;
    const closing = answerer.close();
    gate.resolve();
    expect(await asked).toEqual({ done: true });
    await closing;
    await asker.close();
    expect(finished.map(({ side, question, outcome }) => [side, question, outcome])).toEqual([['answered', 'kit.slow', 'ok'], ['asked', 'kit.slow', 'ok']]);
  });

  it('says at once when the service is not there', async () => {
    const absent = questions('nobody', { hello: { summary: '', ask: z.object({}), answer: z.object({}) } });
    const started = Date.now();
    const error = await ask(service.running.broker, absent.hello, {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '1' } });
    expect(nobodyThere(error)).toBe(true);
    expect(Date.now() - started).toBeLessThan(500);
  });
});
