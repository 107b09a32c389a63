import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakeRoles, fakes, testSettings } from '../../testing/fakes.ts';
import { makeRun, makeWorkflow, runInState } from '../../testing/workflow.fixtures.ts';

const BASE = '/api/v1/workflows';
/** Id of a user that identity does not know. */
const unknownId = () => `${UNKNOWN}${randomUUID().slice(UNKNOWN.length)}`;

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

  describe('whose assignees come from elsewhere', () => {
    const ask = (assigned: object) => ({ start: 'ask', steps: { ask: { type: 'human_task', title: 'Approve', ...assigned } } });
    const run = (assigned: object, given: object) => makeRun(api, ask(assigned), given);
    const failure = async (id: string) => {
      await runInState(api, id, 'failed');
      const [failed] = (await api.get(`${BASE}/events?execution_id=${id}&event_name=step_failed`)).body.data;
      return failed.payload;
    };
    const taskOf = (id: string) => eventually(async () => (await api.get(`${BASE}/tasks?scope=all&execution_id=${id}`)).body.data[0]);

    it('are for the people and roles that are given', async () => {
      const [user, role] = [randomUUID(), randomUUID()];
      const assigned = { assigned_users: ['{{context.people}}'], assigned_roles: ['{{context.role}}'] };
      const id = await run(assigned, { context_data: { people: [user, user], role } });
      expect(await taskOf(id)).toMatchObject({ assigned_users: [user], assigned_roles: [role] });
    });

    it.each([
      ['a user who is not there', 'assigned_users', unknownId(), 'unknown_reference'],
      ['a role that is not there', 'assigned_roles', unknownId(), 'unknown_reference'],
      ['no id', 'assigned_users', 'Ann', 'invalid_reference'],
      ['no text', 'assigned_users', 7, 'invalid_reference'],
      ['a list with nobody in it', 'assigned_roles', [], 'invalid_reference'],
      ['nothing', 'assigned_users', undefined, 'invalid_reference'],
    ])('fail where that is %s', async (_, member, approver, code) => {
      const id = await run({ [member]: ['{{context.approver}}'] }, { context_data: { approver } });
      const path = `steps.ask.${member}.0`;
      expect(await failure(id)).toMatchObject({
        code,
        path,
        error: expect.stringContaining(`ask: ${path}: {{context.approver}} must name`),
      });
    });

    it('fail where whoever starts the workflow gives its parameters people who are not there', async () => {
      const id = await run({ assigned_users: ['{{parameters.approver}}'] }, { parameters: { approver: unknownId() } });
      expect(await failure(id)).toMatchObject({ code: 'unknown_reference', path: 'steps.ask.assigned_users.0' });
    });

    it('wait for others where whoever the parameters of the workflow name is gone since', async () => {
      const [approver, workflow] = [unknownId(), await makeWorkflow(api, ask({ assigned_users: ['{{parameters.approver}}'] }))];
      await service.sql('update workflow_versions set parameters = $2 where registration_id = $1', [
        workflow.registration_id,
        { approver },
      ]);
      const id = (await api.post(`${BASE}/executions`, { workflow_name: workflow.name })).body.data.execution_id;
      expect(await taskOf(id)).toMatchObject({ assigned_users: [approver], status: 'pending' });
    });
  });
});
