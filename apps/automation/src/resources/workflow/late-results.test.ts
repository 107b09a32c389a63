import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, eventually, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { SlowSms } from '../../testing/slow-sms.ts';
import { makeRun } from '../../testing/workflow.fixtures.ts';

const BASE = '/api/v1/workflows';

describe('an action whose process stood still', () => {
  const sms = new SlowSms();
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: { ...fakes, sms }, settings: testSettings });
  });
  afterAll(() => service.stop());

  it('changes nothing once another has done it again, and the next one runs once', async () => {
    const me = caller();
    const api = service.api(me);
    const say = (message: string, next?: string) => ({
      type: 'action',
      action: { type: 'sms_notification', order: 1, config: { phone_numbers: ['+15551234567'], message } },
      next,
    });
    const id = await makeRun(api, { start: 'first', steps: { first: say('first', 'second'), second: say('second') } });
    const slow = await sms.call(0);
    // Its lease ends: the job is due again, and an event makes workers look.
    const [job] = await service.sql<{ lease: string }>('select lease from workflow_jobs where tenant = $1 and lease is not null', [
      me.tenant,
    ]);
    const repeated = await eventually(async () => {
      await service.sql('update workflow_jobs set due_at = now() where tenant = $1 and lease = $2', [me.tenant, job?.lease]);
      await api.post(`${BASE}/events`, { execution_id: id, event_name: 'look', event_type: 'user_action' });
      return sms.calls[1] ?? false;
    });
    expect(repeated.idempotencyKey).toBe(slow.idempotencyKey);
    repeated.answer();
    const second = await sms.call(2);
    slow.answer();
    // An execution that starts afterwards comes as far in its own time: by then the slow one has said what it had to say.
    await makeRun(api, { start: 'other', steps: { other: say('other') } });
    (await sms.call(3)).answer();
    second.answer();
    await eventually(async () => (await api.get(`${BASE}/executions/${id}`)).body.data.status === 'completed');
    const events = (await api.get(`${BASE}/events?execution_id=${id}&sort=position&order=asc`)).body.data;
    const steps = events.map(({ event_name, step }: { event_name: string; step: string | null }) => [step, event_name]);
    expect(steps.filter(([, name]: [unknown, string]) => name !== 'look')).toEqual([
      [null, 'execution_started'],
      ['first', 'action_succeeded'],
      ['second', 'action_succeeded'],
      [null, 'execution_completed'],
    ]);
    expect(sms.calls.map(({ message }) => message)).toEqual(['first', 'first', 'second', 'other']);
  });
});
