import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiError, questions } from '@psa/contract-kit';
import { TestService } from '@psa/test-kit';
import { z } from 'zod';
import { ask, nobodyThere } from './requests.ts';
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

  it('says at once when the service is not there', async () => {
    const absent = questions('nobody', { hello: { summary: '', ask: z.object({}), answer: z.object({}) } });
    const started = Date.now();
    const error = await ask(service.running.broker, absent.hello, {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '1' } });
    expect(nobodyThere(error)).toBe(true);
    expect(Date.now() - started).toBeLessThan(500);
  });
});
