import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { recurringTicketEvents } from '@psa/contracts-desk';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { recurringTicketScan } from '../../schedules/recurring-tickets.ts';
import { fakes } from '../../testing/fakes.ts';
import { aRecurringTicket, makeRecurringTicket } from '../../testing/recurring-ticket.fixtures.ts';
import { makeChannel } from '../../testing/make-ticket.ts';
import { makeTemplate } from '../../testing/ticket-template.fixtures.ts';

const DAY = 86_400_000;

describe('recurring tickets', () => {
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

  /** A run as of some days from now, without the lock that keeps replicas apart. */
  const scanIn = (days: number) => {
    const { scheduleOptions } = service.running;
    return recurringTicketScan.run({
      ...scheduleOptions,
      ports: scheduleOptions.ports as never,
      now: new Date(Date.now() + days * DAY),
      asTenant: (tenant) => scheduleOptions.asTenant({ tenant, actor: { id: 'desk', type: 'system' }, correlationId: 'test' }) as never,
    });
  };
  const tickets = async () => (await api.get('/api/v1/tickets')).body.data as { ticket_id: string; title: string; client_id: string }[];
  const read = async (id: string) => (await api.get(`/api/v1/recurring-tickets/${id}`)).body.data;

  it('are opened when their time comes, once, and once for all that was missed', async () => {
    const made = await makeRecurringTicket(api, { title: 'Check Acme' });
    await scanIn(0);
    expect(await tickets()).toEqual([]);
    await Promise.all([scanIn(1.5), scanIn(1.5), scanIn(1.5)]);
    expect(await tickets()).toMatchObject([{ title: 'Check Acme', client_id: made.client_id, source: 'recurring' }]);
    await scanIn(5.5);
    expect(await tickets()).toHaveLength(2);
    const after = await read(made.recurring_ticket_id);
    expect(after).toMatchObject({ last_ticket_id: (await tickets())[0]?.ticket_id, last_error: null });
    expect(Date.parse(after.next_run_at)).toBeGreaterThan(Date.now() + 5.5 * DAY);
    const [{ ticket_id } = { ticket_id: '' }] = await tickets();
    expect((await api.get(`/api/v1/tickets/${ticket_id}/checklist`)).body.data).toHaveLength(2);
  });

  it('rest while they are switched off, and end with their rule', async () => {
    const off = await makeRecurringTicket(api, { is_active: false });
    const twice = await makeRecurringTicket(api, { rrule: 'FREQ=DAILY;COUNT=2', start_date: new Date(Date.now() + 60_000).toISOString() });
    for (const days of [0.5, 1.5, 2.5, 3.5]) await scanIn(days);
    expect(await tickets()).toHaveLength(2);
    expect(await read(twice.recurring_ticket_id)).toMatchObject({ next_run_at: null });
    expect((await read(off.recurring_ticket_id)).last_ticket_id).toBeNull();
  });

  it('tell why a ticket could not be opened, and try the next one', async () => {
    const template = await makeTemplate(api);
    const made = await makeRecurringTicket(api, { ticket_template_id: template.ticket_template_id });
    await api.put(`/api/v1/ticket-templates/${template.ticket_template_id}`, { ticket: { title: 'Check' } });
    await scanIn(1.5);
    expect(await read(made.recurring_ticket_id)).toMatchObject({ last_error: expect.stringContaining('channel_id'), last_ticket_id: null });
    const failed = (await service.events(me.tenant)).filter(({ type }) => type === recurringTicketEvents.failed.type);
    expect(failed).toHaveLength(1);
    await api.put(`/api/v1/ticket-templates/${template.ticket_template_id}`, { ticket: template.ticket });
    await scanIn(2.5);
    expect(await tickets()).toHaveLength(1);
    expect((await read(made.recurring_ticket_id)).last_error).toBeNull();
  });

  it('open no tickets while their template is not active, and tell so', async () => {
    const made = await makeRecurringTicket(api);
    const template = `/api/v1/ticket-templates/${made.ticket_template_id}`;
    await api.put(template, { is_active: false });
    await scanIn(1.5);
    expect(await read(made.recurring_ticket_id)).toMatchObject({ last_error: 'The template is not active', last_ticket_id: null });
    expect((await api.post(`/api/v1/recurring-tickets/${made.recurring_ticket_id}/run`, {})).status).toBe(409);
    await api.put(template, { is_active: true });
    await scanIn(2.5);
    expect(await tickets()).toHaveLength(1);
  });

  it('can be opened by hand, which leaves the calendar as it is', async () => {
    const made = await makeRecurringTicket(api);
    const run = await api.post(`/api/v1/recurring-tickets/${made.recurring_ticket_id}/run`, {});
    expect(run.status).toBe(201);
    expect(await read(made.recurring_ticket_id)).toMatchObject({ last_ticket_id: run.body.data.ticket_id, next_run_at: made.next_run_at });
  });

  it('refuse rules that are none or over, and unknown templates', async () => {
    const refused = async (given: object) => {
      const { status, body } = await api.post('/api/v1/recurring-tickets', await aRecurringTicket(api, given as Record<string, unknown>));
      return [status, body.error.details[0].path.join('.')];
    };
    expect(await refused({ rrule: 'sometimes' })).toEqual([400, 'rrule']);
    expect(await refused({ rrule: 'FREQ=DAILY;COUNT=1', start_date: '2020-01-01T00:00:00Z' })).toEqual([400, 'rrule']);
    expect(await refused({ ticket_template_id: randomUUID() })).toEqual([400, 'ticket_template_id']);
    expect(await refused({ timezone: 'Mars/Olympus' })).toEqual([400, 'timezone']);
  });

  it('and their templates are shown only to who sees the tickets they make', async () => {
    const { channel_id } = await makeChannel(api, { visible_to_team_ids: [randomUUID()] });
    const { ticket_template_id } = await makeTemplate(api, { ticket: { title: 'Review of salaries', channel_id } });
    const { recurring_ticket_id } = await makeRecurringTicket(api, { ticket_template_id });
    const shown = await makeRecurringTicket(api);
    const outside = service.api({ ...me, userId: randomUUID(), permissions: ['ticket:read', 'ticket:create'] });
    const totals = async (who: TestApi) => [
      (await who.get('/api/v1/recurring-tickets')).body.pagination.total,
      (await who.get('/api/v1/ticket-templates')).body.pagination.total,
    ];
    expect([await totals(api), await totals(outside)]).toEqual([
      [2, 3],
      [1, 2],
    ]);
    const attempts = [
      await outside.get(`/api/v1/recurring-tickets/${recurring_ticket_id}`),
      await outside.post(`/api/v1/recurring-tickets/${recurring_ticket_id}/run`, {}),
      await outside.get(`/api/v1/ticket-templates/${ticket_template_id}`),
      await outside.post(`/api/v1/ticket-templates/${ticket_template_id}/tickets`, { client_id: shown.client_id }),
      await outside.get(`/api/v1/recurring-tickets/${shown.recurring_ticket_id}`),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404, 404, 200]);
  });

  it('keep their template from being deleted', async () => {
    const made = await makeRecurringTicket(api);
    const path = `/api/v1/ticket-templates/${made.ticket_template_id}`;
    expect((await api.delete(path)).body.error.details.dependencies).toMatchObject([{ type: 'recurring_ticket', count: 1 }]);
    expect((await api.delete(`/api/v1/recurring-tickets/${made.recurring_ticket_id}`)).status).toBe(204);
    expect((await api.delete(path)).status).toBe(204);
  });
});
