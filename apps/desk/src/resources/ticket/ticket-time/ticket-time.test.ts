import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { timeEntryEvents, type TimeEntryFacts } from '@psa/contracts-time';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../../desk-service.ts';
import { fakes } from '../../../testing/fakes.ts';
import { makeFullProject } from '../../../testing/make-project.ts';
import { makeChannel, makeTicket } from '../../../testing/make-ticket.ts';

describe('logged time', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const anEntry = (work_item_type: string, work_item_id: string | null, duration_minutes = 30): TimeEntryFacts => ({
    entry_id: randomUUID(),
    user_id: me.userId,
    work_item_type,
    work_item_id,
    client_id: null,
    project_id: null,
    service_id: randomUUID(),
    work_date: '2026-11-02',
    start_time: '2026-11-02T09:00:00.000Z',
    end_time: '2026-11-02T09:30:00.000Z',
    duration_minutes,
    billable_duration: duration_minutes,
    is_billable: true,
    contract_line_id: null,
    tax_region: null,
    time_sheet_id: null,
    approval_status: 'DRAFT',
    invoice_id: null,
  });
  const created = (entry: TimeEntryFacts, version = 1) => service.publish(me.tenant, timeEntryEvents.created, entry, version);
  const updated = (entry: TimeEntryFacts, previous: TimeEntryFacts, version: number) =>
    service.publish(me.tenant, timeEntryEvents.updated, { ...entry, changed: ['work_item_id'], previous }, version);
  const deleted = (entry: TimeEntryFacts, version: number) => service.publish(me.tenant, timeEntryEvents.deleted, entry, version);
  const minutesOf = async (ticketId: string) => (await api.get(`/api/v1/tickets/${ticketId}`)).body.data.time_spent_minutes as number;
  const hoursOf = async (taskId: string) => (await api.get(`/api/v1/projects/tasks/${taskId}`)).body.data.actual_hours as number;

  it('is counted on its ticket, meets the rule that some has to be logged, and keeps the ticket from being deleted', async () => {
    const channel = await makeChannel(api, { close_rules: { time_entry: true } });
    const { ticket_id } = await makeTicket(api, { channel_id: channel.channel_id });
    expect((await api.post(`/api/v1/tickets/${ticket_id}/close`, {})).status).toBe(409);
    const entry = anEntry('ticket', ticket_id);
    await created(entry);
    await eventually(async () => (await minutesOf(ticket_id)) === 30);
    expect((await api.delete(`/api/v1/tickets/${ticket_id}`)).body.error.details.dependencies).toMatchObject([
      { type: 'time_entry', count: 1 },
    ]);
    expect((await api.post(`/api/v1/tickets/${ticket_id}/close`, {})).status).toBe(200);
    await deleted(entry, 2);
    await eventually(async () => (await minutesOf(ticket_id)) === 0);
    expect((await api.delete(`/api/v1/tickets/${ticket_id}`)).status).toBe(204);
  });

  it('is summed on tasks and their project, and follows the entry from a task to a ticket', async () => {
    const { project, first, second } = await makeFullProject(api);
    const { ticket_id } = await makeTicket(api);
    const [one, other] = [anEntry('project_task', first.task_id, 90), anEntry('project_task', second.task_id, 45)];
    await Promise.all([created(one), created(other)]);
    const projectHours = async () => (await api.get(`/api/v1/projects/${project.project_id}`)).body.data.actual_hours as number;
    await eventually(async () => (await projectHours()) === 2.25);
    expect([await hoursOf(first.task_id), await hoursOf(second.task_id)]).toEqual([1.5, 0.75]);

    const onSecond = { ...one, work_item_id: second.task_id };
    await updated(onSecond, one, 2);
    await eventually(async () => (await hoursOf(second.task_id)) === 2.25);
    expect(await hoursOf(first.task_id)).toBe(0);
    await updated({ ...one, work_item_type: 'ticket', work_item_id: ticket_id }, onSecond, 3);
    await eventually(async () => (await minutesOf(ticket_id)) === 90);
    expect([await hoursOf(second.task_id), await projectHours()]).toEqual([0.75, 0.75]);
  });

  it('is right whatever the order its events arrive in', async () => {
    const { ticket_id } = await makeTicket(api);
    const { first } = await makeFullProject(api);
    const entry = anEntry('ticket', ticket_id, 20);
    const onTask = { ...entry, work_item_type: 'project_task', work_item_id: first.task_id };
    await updated(onTask, entry, 2);
    await eventually(async () => (await hoursOf(first.task_id)) > 0);
    await created(entry, 1);
    await service.settled();
    expect(await minutesOf(ticket_id)).toBe(0);
  });

  it('goes on counting on the ticket that another one became part of', async () => {
    const client_id = randomUUID();
    const [target, source] = [await makeTicket(api, { client_id }), await makeTicket(api, { client_id })];
    const entry = anEntry('ticket', source.ticket_id, 10);
    await created(entry);
    await eventually(async () => (await minutesOf(source.ticket_id)) === 10);
    await api.post(`/api/v1/tickets/${target.ticket_id}/merge`, { source_ticket_ids: [source.ticket_id] });
    await updated({ ...entry, duration_minutes: 25 }, entry, 2);
    await eventually(async () => (await minutesOf(target.ticket_id)) === 25);
    expect(await minutesOf(source.ticket_id)).toBe(0);
  });
});
