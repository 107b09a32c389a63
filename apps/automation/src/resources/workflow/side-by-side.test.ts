import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@psa/contract-kit';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import type { Ports } from '../../automation-app.ts';
import { automationService } from '../../automation-service.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { SlowSms } from '../../testing/slow-sms.ts';
import { makeRun, runInState } from '../../testing/workflow.fixtures.ts';
import { ActionError } from '../action/action-error.ts';

const BASE = '/api/v1/workflows';
const say = (message: string, more: object = {}) => ({
  type: 'action',
  action: { type: 'sms_notification', order: 1, config: { phone_numbers: ['+15551234567'], message }, ...more },
});

describe('branches of a workflow', () => {
  const sms = new SlowSms();
  /** Tenants whose people identity cannot be asked about. */
  const withoutIdentity = new Set<string>();
  const authors: Ports['authors'] = {
    async permissionsOf(context, userId) {
      if (withoutIdentity.has(context.tenant)) throw new ApiError('SERVICE_UNAVAILABLE', 'Identity does not answer');
      return (fakes.authors as Ports['authors']).permissionsOf(context, userId);
    },
  };
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: { ...fakes, sms, authors }, settings: testSettings });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
    sms.calls.length = 0;
  });

  const both = (first: object, second: object, more: object) => ({
    start: 'both',
    steps: { both: { type: 'parallel', branches: ['first', 'second'] }, first, second, ...more },
  });
  const steps = async (id: string): Promise<string[]> =>
    (await api.get(`${BASE}/events?execution_id=${id}&limit=100&sort=position&order=asc`)).body.data.map(
      ({ event_name, step }: { event_name: string; step: string | null }) => (step === null ? event_name : `${step} ${event_name}`),
    );
  const inHistory = (id: string, entry: string) => eventually(async () => (await steps(id)).includes(entry));

  it('go on while an action of another is under way', async () => {
    const id = await makeRun(api, both(say('slow'), { type: 'timer', duration: 'PT1S', next: 'after' }, { after: say('after the timer') }));
    const slow = await sms.callOf('slow');
    (await sms.callOf('after the timer')).answer();
    await inHistory(id, 'after action_succeeded');
    slow.answer();
    await runInState(api, id, 'completed');
  });

  it('hear of events while an action of another is under way', async () => {
    const id = await makeRun(api, both(say('busy'), { type: 'wait_for_event', event: 'go', next: 'after' }, { after: say('told') }));
    const busy = await sms.callOf('busy');
    await api.post(`${BASE}/events`, { execution_id: id, event_name: 'go', event_type: 'user_action' });
    (await sms.callOf('told')).answer();
    busy.answer();
    await runInState(api, id, 'completed');
  });

  it('go on while an action of another cannot be tried, because identity does not answer', async () => {
    withoutIdentity.add(me.tenant);
    const id = await makeRun(api, both(say('later'), { type: 'timer', duration: 'PT1S' }, {}));
    await inHistory(id, 'second step_ended');
    expect(await steps(id)).not.toContain('first action_succeeded');
    withoutIdentity.delete(me.tenant);
    (await sms.callOf('later')).answer();
    await runInState(api, id, 'completed');
  });

  it('end together when one of them fails, once what is under way is known and can be undone', async () => {
    const id = await makeRun(
      api,
      both({ ...say('done'), compensate: say('undone').action }, { type: 'wait_for_event', event: 'never', timeout: 'PT1S' }, {}),
    );
    const done = await sms.callOf('done');
    await inHistory(id, 'second step_waits');
    done.answer();
    (await sms.callOf('undone')).answer();
    expect(await runInState(api, id, 'failed')).toMatchObject({ error_message: 'second: the event never did not come in time' });
    const history = await steps(id);
    expect(history.indexOf('first action_succeeded')).toBeLessThan(history.indexOf('execution_failed'));
  });

  it('wait for the next attempt of an action as for a timer: no process runs the execution meanwhile', async () => {
    const id = await makeRun(api, { start: 'say', steps: { say: say('again', { retry_attempts: 2 }) } });
    const first = await sms.callOf('again');
    first.refuse(new ActionError('The line is busy', true));
    await inHistory(id, 'say retry_scheduled');
    const second = await sms.callOf('again', 1);
    expect(second.idempotencyKey).toBe(first.idempotencyKey);
    expect(await service.sql('select attempts from workflow_jobs where tenant = $1 and lease is not null', [me.tenant])).toEqual([
      { attempts: 1 },
    ]);
    expect(await service.sql(`select outcome from workflow_jobs where tenant = $1 and outcome is not null`, [me.tenant])).toEqual([
      { outcome: 'done' },
    ]);
    second.answer();
    await runInState(api, id, 'completed');
    const [ended] = (await api.get(`${BASE}/events?execution_id=${id}&event_name=action_succeeded`)).body.data;
    expect(ended.payload).toMatchObject({ attempts: 2 });
  });

  it('are cancelled once what is under way is known', async () => {
    const id = await makeRun(api, { start: 'say', steps: { say: { ...say('meanwhile'), compensate: say('taken back').action } } });
    const call = await sms.callOf('meanwhile');
    await api.post(`${BASE}/executions/${id}/cancel`);
    call.answer();
    (await sms.callOf('taken back')).answer();
    await inHistory(id, 'say compensation_succeeded');
  });
});
