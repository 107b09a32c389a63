import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, TestService } from '@psa/test-kit';
import { billingService } from '../../apps/billing/src/billing-service.ts';
import { makeService } from '../../apps/billing/src/testing/service.fixtures.ts';
import { clientsService } from '../../apps/clients/src/clients-service.ts';
import { makeClient } from '../../apps/clients/src/testing/make.ts';
import { deskService } from '../../apps/desk/src/desk-service.ts';
import { makePhase, makeProject, makeTask } from '../../apps/desk/src/testing/make-project.ts';
import { makeTicket } from '../../apps/desk/src/testing/make-ticket.ts';
import { identityService } from '../../apps/identity/src/identity-service.ts';
import { anAdmin } from '../../apps/identity/src/testing/access.ts';
import { aTenant } from '../../apps/identity/src/testing/make.ts';
import { timeService } from '../../apps/time/src/time-service.ts';

/** The services as in production, each on its own database, meeting only in NATS. */
describe('time on tickets and tasks', () => {
  let running: TestService[];
  let desk: TestApi;
  let time: TestApi;
  let clientId: string;
  let otherClientId: string;
  let serviceId: string;

  beforeAll(async () => {
    const identity = await TestService.start(identityService);
    const { natsUrl } = identity;
    running = [identity];
    for (const service of [clientsService, billingService, deskService, timeService])
      running.push(await TestService.start(service, { natsUrl }));
    const [, clients, billing, deskRunning, timeRunning] = running as [TestService, TestService, TestService, TestService, TestService];
    const { tenant } = await aTenant(identity);
    const { who } = await anAdmin(identity, tenant);
    const me = caller({ tenant, userId: who.userId });
    [desk, time] = [deskRunning.api(me), timeRunning.api(me)];
    clientId = (await makeClient(clients.api(me))).client_id;
    otherClientId = (await makeClient(clients.api(me))).client_id;
    serviceId = (await makeService(billing.api(me))).service_id;
    const period = await time.post('/api/v1/time-periods', { start_date: '2026-11-01', end_date: '2026-12-01' });
    expect(period.status).toBe(201);
  });
  afterAll(() => Promise.all(running.map((service) => service.stop())));

  const work = () => ({ service_id: serviceId, start_time: '2026-11-02T09:00:00Z', end_time: '2026-11-02T09:30:00Z' });

  it('is logged with a comment in one call, counted on the ticket, and keeps it from being deleted', async () => {
    const { ticket_id } = await makeTicket(desk, { client_id: clientId });
    const path = `/api/v1/tickets/${ticket_id}`;
    const made = await desk.post(`${path}/comments`, { comment_text: 'Replaced the drum', time_entry: work() });
    expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
    const entryId = made.body.meta.time_entry_id as string;
    expect((await time.get(`/api/v1/time-entries/${entryId}`)).body.data).toMatchObject({
      work_item_id: ticket_id,
      notes: 'Replaced the drum',
      duration_hours: 0.5,
    });
    // Before its event has arrived too.
    expect((await desk.delete(path)).body.error.details.dependencies).toContainEqual({
      type: 'time_entry',
      count: 1,
      label: '1 time entry',
    });
    await eventually(async () => (await desk.get(path)).body.data.time_spent_minutes === 30);
    expect((await time.delete(`/api/v1/time-entries/${entryId}`)).status).toBe(204);
    await eventually(async () => (await desk.get(path)).body.data.time_spent_minutes === 0);
    expect((await desk.delete(path)).status).toBe(204);
  });

  it('is refused with what is wrong, and then there is no comment either', async () => {
    const { ticket_id } = await makeTicket(desk, { client_id: clientId });
    const path = `/api/v1/tickets/${ticket_id}/comments`;
    const entry = { ...work(), end_time: '2026-11-02T08:00:00Z' };
    expect((await desk.post(path, { comment_text: 'Backwards', time_entry: entry })).status).toBe(400);
    expect((await desk.get(path)).body.data).toEqual([]);
  });

  const logged = (taskId: string, hour: number) =>
    time.post('/api/v1/time-entries', {
      work_item_type: 'project_task',
      work_item_id: taskId,
      service_id: serviceId,
      start_time: `2026-11-03T${hour}:00:00Z`,
      end_time: `2026-11-03T${hour}:30:00Z`,
    });

  /** What one service published has arrived at the others. */
  const settled = async () => {
    for (const service of running) await service.settled();
  };

  it('is for the client that the project of a task has got', async () => {
    const { project_id } = await makeProject(desk, { client_id: clientId });
    const phase = await makePhase(desk, project_id);
    const [worked, untouched] = [await makeTask(desk, phase), await makeTask(desk, phase)];
    expect((await logged(worked.task_id, 10)).body.data).toMatchObject({ client_id: clientId });
    await settled();
    expect((await desk.put(`/api/v1/projects/${project_id}`, { client_id: otherClientId })).status).toBe(200);
    await settled();
    for (const [hour, { task_id }] of [worked, untouched].entries())
      expect((await logged(task_id, 11 + hour)).body.data).toMatchObject({ client_id: otherClientId });
  });

  it('is not logged on a task of a project that was deleted', async () => {
    const { project_id } = await makeProject(desk, { client_id: clientId });
    const { task_id } = await makeTask(desk, await makePhase(desk, project_id));
    await settled();
    expect((await desk.delete(`/api/v1/projects/${project_id}`)).status).toBe(204);
    await settled();
    expect((await logged(task_id, 13)).body.error?.details).toMatchObject([{ path: ['work_item_id'] }]);
  });
});
