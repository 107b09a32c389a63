import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, TestService } from '@psa/test-kit';
import { billingService } from '../../apps/billing/src/billing-service.ts';
import { makeService } from '../../apps/billing/src/testing/service.fixtures.ts';
import { clientsService } from '../../apps/clients/src/clients-service.ts';
import { makeClient } from '../../apps/clients/src/testing/make.ts';
import { deskService } from '../../apps/desk/src/desk-service.ts';
import { makeTicket } from '../../apps/desk/src/testing/make-ticket.ts';
import { identityService } from '../../apps/identity/src/identity-service.ts';
import { anAdmin } from '../../apps/identity/src/testing/access.ts';
import { aTenant } from '../../apps/identity/src/testing/make.ts';
import { timeService } from '../../apps/time/src/time-service.ts';

/** The services as in production, each on its own database, meeting only in NATS. */
describe('time on tickets', () => {
  let running: TestService[];
  let desk: TestApi;
  let time: TestApi;
  let clientId: string;
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
});
