import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makePhase, makeProject, makeTask } from '../../testing/make-project.ts';
import { makePriority, makeTicket, standardSet } from '../../testing/make-ticket.ts';

describe('tickets that become tasks, and tasks that become tickets', () => {
  let service: TestService;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    api = service.api(caller());
  });

  const said = { description: 'The left one', due_date: '2026-12-01T10:00:00.000Z', tags: ['printer'] };

  it('a task keeps what the ticket said', async () => {
    const { priorities } = await standardSet(api);
    const [high, assigned_to] = [priorities[1], randomUUID()];
    const project = await makeProject(api);
    const { phase_id } = await makePhase(api, project.project_id);
    const ticket = await makeTicket(api, { ...said, client_id: project.client_id, priority_id: high?.priority_id, assigned_to });
    await api.post(`/api/v1/tickets/${ticket.ticket_id}/checklist`, { item_text: 'Order toner', is_completed: true });
    const { status, body } = await api.post(`/api/v1/tickets/${ticket.ticket_id}/tasks`, { project_id: project.project_id, phase_id });
    expect([status, body.data]).toMatchObject([
      201,
      { task_name: ticket.title, ...said, assigned_to, priority_name: high?.priority_name, ticket_id: ticket.ticket_id },
    ]);
    const { task_id } = body.data;
    const checklist = (await api.get(`/api/v1/projects/tasks/${task_id}/checklist`)).body.data;
    expect(checklist).toMatchObject([{ item_text: 'Order toner', is_completed: true }]);
    expect((await api.get(`/api/v1/tickets/${ticket.ticket_id}/projects`)).body.data).toMatchObject([{ task_id }]);
    // It is a task of the project already.
    const again = await api.post(`/api/v1/tickets/${ticket.ticket_id}/tasks`, { project_id: project.project_id, phase_id });
    expect(again.status).toBe(409);
    expect((await api.get(`/api/v1/projects/${project.project_id}/tasks`)).body.data).toHaveLength(1);
  });

  it('a ticket keeps what the task said', async () => {
    const { priority_id, priority_name } = await makePriority(api, { priority_name: 'Whenever', item_type: 'project_task' });
    const other = await makePriority(api, { priority_name: 'whenever' });
    const { project_id, client_id } = await makeProject(api);
    const task = await makeTask(api, await makePhase(api, project_id), { ...said, priority_id });
    await api.post(`/api/v1/projects/tasks/${task.task_id}/checklist`, { item_text: 'Call back' });
    const { status, body } = await api.post(`/api/v1/projects/tasks/${task.task_id}/tickets`, {});
    expect([status, priority_name, body.data]).toMatchObject([
      201,
      'Whenever',
      { title: task.task_name, ...said, client_id, priority_id: other.priority_id, attributes: { created_from_task: task.task_id } },
    ]);
    const { ticket_id } = body.data;
    expect((await api.get(`/api/v1/tickets/${ticket_id}/checklist`)).body.data).toMatchObject([{ item_text: 'Call back' }]);
    expect((await api.get(`/api/v1/projects/tasks/${task.task_id}/tickets`)).body.data).toMatchObject([{ ticket_id }]);
  });

  it('name the project or phase they cannot go to, and change nothing', async () => {
    const project = await makeProject(api);
    const ticket = await makeTicket(api);
    const path = `/api/v1/tickets/${ticket.ticket_id}/tasks`;
    const foreign = await api.post(path, { project_id: project.project_id, phase_id: randomUUID() });
    expect([foreign.status, foreign.body.error.details[0].path]).toEqual([400, ['project_id']]);
    const own = await makeTicket(api, { client_id: project.client_id });
    const phase = await api.post(`/api/v1/tickets/${own.ticket_id}/tasks`, { project_id: project.project_id, phase_id: randomUUID() });
    expect([phase.status, phase.body.error.details[0].path]).toEqual([400, ['phase_id']]);
    expect((await api.get(`/api/v1/tickets/${own.ticket_id}/projects`)).body.data).toEqual([]);
  });
});
