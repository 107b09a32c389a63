import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, everyPermission, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { fakeHiddenChannels, fakes, testSettings } from '../../testing/fakes.ts';
import { makeRun, makeWorkflow } from '../../testing/workflow.fixtures.ts';
import { aTemplate } from '../../testing/workflow-parts.fixtures.ts';

const BASE = '/api/v1/workflows';
const nobody = () => `${UNKNOWN}${randomUUID().slice(UNKNOWN.length)}`;
const end = (message: string) => ({ start: 'end', steps: { end: { type: 'end', message } } });
const ask = (members: object) => ({ start: 'ask', steps: { ask: { type: 'human_task', title: 'Approve', ...members } } });
const waitFor = (event: string) => ({ start: 'wait', steps: { wait: { type: 'wait_for_event', event } } });

describe('registrations of workflows', () => {
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

  const without = (...permissions: string[]) =>
    service.api({ ...me, userId: randomUUID(), permissions: everyPermission.filter((name) => !permissions.includes(name)) });
  const paths = ({ body }: { body: { error: { details: { path: unknown[] }[] } } }) => body.error.details.map(({ path }) => path.join('.'));
  const create = (definition: object, given: object = {}, as: TestApi = api) =>
    as.post(`${BASE}/registrations`, { name: `W ${randomUUID()}`, code: JSON.stringify(definition), ...given });

  it('get a new version while they are published only from who may publish, by import too', async () => {
    const { registration_id, name } = await makeWorkflow(api, end('one'), { status: 'published' });
    const path = `${BASE}/registrations/${registration_id}`;
    const manager = without('workflow:publish');
    const code = JSON.stringify(end('two'));
    const imported = (as: TestApi) =>
      as.post(`${BASE}/registrations/import`, { content: JSON.stringify({ name, definition: end('three') }), create_new_versions: true });
    expect((await manager.put(path, { code })).status).toBe(403);
    expect((await manager.put(path, { code, status: 'active' })).status).toBe(403);
    expect((await manager.put(path, { parameters: { days: 1 } })).status).toBe(403);
    expect((await imported(manager)).status).toBe(403);
    expect((await manager.put(path, { description: 'Still the same' })).status).toBe(200);
    expect((await api.get(`${path}/versions`)).body.data).toHaveLength(1);
    expect((await api.put(path, { code })).status).toBe(200);
    expect((await imported(api)).status).toBe(200);
    expect((await api.get(`${path}/versions`)).body.data).toHaveLength(3);
  });

  it('wait for events of tickets only when whoever writes them sees all tickets', async () => {
    fakeHiddenChannels.set(me.userId, [randomUUID()]);
    const waiting = waitFor('ticket.closed');
    expect((await create(waiting)).status).toBe(403);
    expect((await create(waitFor('asset.created'))).status).toBe(201);
    const { registration_id } = (await create(end('one'))).body.data;
    expect((await api.put(`${BASE}/registrations/${registration_id}`, { code: JSON.stringify(waiting) })).status).toBe(403);
    const content = JSON.stringify({ name: 'Imported', definition: waiting });
    expect((await api.post(`${BASE}/registrations/import`, { content })).status).toBe(403);
  });

  it('name people and roles that are there', async () => {
    const [user, role] = [nobody(), nobody()];
    const wrong = await create(ask({ assigned_users: [me.userId, user], assigned_roles: [role] }));
    expect(wrong.status).toBe(400);
    expect(paths(wrong)).toEqual(['code.steps.ask.assigned_users.1', 'code.steps.ask.assigned_roles.0']);
    const byParameter = ask({ assigned_users: ['{{parameters.approver_id}}'] });
    expect(paths(await create(byParameter, { parameters: { approver_id: user } }))).toEqual(['parameters.approver_id']);
    const { registration_id } = (await create(byParameter, { parameters: { approver_id: me.userId } })).body.data;
    expect(paths(await api.put(`${BASE}/registrations/${registration_id}`, { parameters: { approver_id: user } }))).toEqual([
      'parameters.approver_id',
    ]);
    const content = JSON.stringify([
      { name: 'Good', definition: end('one') },
      { name: 'Wrong', definition: ask({ assigned_roles: [role] }) },
    ]);
    expect(paths(await api.post(`${BASE}/registrations/import`, { content }))).toEqual(['content.1.code.steps.ask.assigned_roles.0']);
    const template = aTemplate({ definition: byParameter, parameter_schema: null, default_parameters: {} });
    const { template_id } = (await api.post(`${BASE}/templates`, template)).body.data;
    expect(paths(await api.post(`${BASE}/templates/${template_id}/use`, { parameters: { approver_id: user } }))).toEqual([
      'parameters.approver_id',
    ]);
  });

  it('have tasks for roles that are there', async () => {
    const execution_id = await makeRun(api);
    const task = { execution_id, title: 'T', task_definition_type: 'tenant' };
    expect(paths(await api.post(`${BASE}/tasks`, { ...task, assigned_roles: [nobody()] }))).toEqual(['assigned_roles']);
    const { task_id } = (await api.post(`${BASE}/tasks`, task)).body.data;
    expect(paths(await api.put(`${BASE}/tasks/${task_id}`, { assigned_roles: [nobody()] }))).toEqual(['assigned_roles']);
  });

  it('have forms whose patterns are safe, and tasks that take their defaults', async () => {
    const form = (pattern: string) => ({ type: 'object', properties: { tag: { type: 'string', pattern, default: 'A-1' } } });
    expect(paths(await create(ask({ form: form('(?=a)') })))).toEqual(['code.steps.ask.form.properties.tag.pattern']);
    const task = { execution_id: await makeRun(api), title: 'T', task_definition_type: 'tenant' };
    const wrong = await api.post(`${BASE}/tasks`, { ...task, form_definition: form('(') });
    expect(paths(wrong)).toEqual(['form_definition.properties.tag.pattern']);
    expect(paths(await api.post(`${BASE}/templates`, aTemplate({ parameter_schema: form('(') })))).toEqual([
      'parameter_schema.properties.tag.pattern',
    ]);
    const { task_id } = (await api.post(`${BASE}/tasks`, { ...task, form_definition: form('^[A-Z]-') })).body.data;
    await api.post(`${BASE}/tasks/${task_id}/claim`);
    const done = await api.post(`${BASE}/tasks/${task_id}/complete`, { formData: {} });
    expect(done.body.data.response_data).toEqual({ tag: 'A-1' });
  });

  it('have tasks that name the definitions they are made of', async () => {
    const execution_id = await makeRun(api);
    const named = { tenant_task_definition_id: randomUUID(), system_task_definition_task_type: 'approval' };
    const create = async (given: object) =>
      (await api.post(`${BASE}/tasks`, { execution_id, title: 'T', task_definition_type: 'tenant', ...given })).body.data;
    expect(await create(named)).toMatchObject(named);
    expect(await create({})).toMatchObject({ tenant_task_definition_id: null, system_task_definition_task_type: null });
  });

  it('have histories whose entries say what came of them', async () => {
    const id = await makeRun(api, end('Done'));
    const failing = await makeRun(api, {
      start: 'start',
      steps: { start: { type: 'action', action: { type: 'workflow_execution', order: 1, config: { workflow_name: 'Nobody' } } } },
    });
    const entries = async (execution: string, event_name: string) =>
      eventually(async () => {
        const { data } = (await api.get(`${BASE}/events?execution_id=${execution}&event_name=${event_name}`)).body;
        return data.length > 0 ? data : undefined;
      });
    expect(await entries(id, 'execution_completed')).toMatchObject([
      { processing_status: 'completed', attempt_count: 1, error_message: null },
    ]);
    expect(await entries(failing, 'action_failed')).toMatchObject([
      { processing_status: 'failed', attempt_count: 1, error_message: expect.stringContaining('workflow') },
    ]);
  });

  it('have tasks that are assigned to people who are there, in bulk too', async () => {
    const { body } = await api.post(`${BASE}/tasks`, { execution_id: await makeRun(api), title: 'T', task_definition_type: 'tenant' });
    const assign = (user: string) =>
      api.post(`${BASE}/bulk`, { operation: 'assign', task_ids: [body.data.task_id], assigned_users: [user] });
    const refused = await assign(nobody());
    expect([refused.status, paths(refused)]).toEqual([400, ['assigned_users']]);
    expect((await assign(me.userId)).body.data).toMatchObject({ succeeded: 1 });
  });
});
