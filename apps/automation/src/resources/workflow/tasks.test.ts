import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakeRoles, fakes, testSettings } from '../../testing/fakes.ts';
import { makeRun } from '../../testing/workflow.fixtures.ts';

const BASE = '/api/v1/workflows';

describe('tasks of workflows', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: fakes, settings: testSettings });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const create = async (given: object = {}) => {
    const execution_id = await makeRun(api);
    return api.post(`${BASE}/tasks`, { execution_id, title: 'Approve', task_definition_type: 'tenant', ...given });
  };
  const claimed = async (): Promise<string> => {
    const { task_id } = (await create()).body.data;
    await api.post(`${BASE}/tasks/${task_id}/claim`);
    return task_id;
  };

  it('lose the claim of whoever they are no longer for, by user or by role', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    fakeRoles.set(me.userId, [mine]);
    const reassign = async (body: object) => (await api.put(`${BASE}/tasks/${await claimed()}`, body)).body.data.claimed_by;
    expect([
      await reassign({ assigned_roles: [other] }),
      await reassign({ assigned_users: [], assigned_roles: [other] }),
      await reassign({ assigned_roles: [mine] }),
      await reassign({ assigned_users: [randomUUID()], assigned_roles: [mine] }),
      await reassign({ assigned_users: [], assigned_roles: [] }),
    ]).toEqual([null, null, me.userId, me.userId, me.userId]);
  });

  it('follow from an event of their execution, and of no other', async () => {
    const execution_id = await makeRun(api);
    const { event_id } = (await api.post(`${BASE}/events`, { execution_id, event_name: 'asked', event_type: 'user_action' })).body.data;
    expect((await create({ execution_id, event_id })).body.data).toMatchObject({ event_id });
    const foreign = await create({ event_id });
    expect([foreign.status, foreign.body.error.details[0].path]).toEqual([400, ['event_id']]);
  });

  it('come in the order they are due, those without a due date last', async () => {
    for (const [title, due_date] of [
      ['never', null],
      ['later', '2099-02-01T00:00:00Z'],
      ['soon', '2099-01-01T00:00:00Z'],
    ])
      await create({ title, due_date });
    const { body } = await api.get(`${BASE}/tasks`);
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['soon', 'later', 'never']);
  });
});
