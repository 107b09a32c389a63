import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ticketEvents } from '@psa/contracts-desk';
import { caller, earlier, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../desk-service.ts';
import { fakes } from '../testing/fakes.ts';
import { makeChannel, makeComment, makeTicket, standardSet } from '../testing/make-ticket.ts';

describe('the SLA scan', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let urgent: string;

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    urgent = (await standardSet(api)).priorities[0]?.priority_id as string;
  });

  const target = () => ({ priority_id: urgent, response_minutes: 60, resolution_minutes: 480, update_minutes: 30 });
  const ticketIn = async (channel: Record<string, unknown> = {}, given: Record<string, unknown> = {}) => {
    const { channel_id } = await makeChannel(api, { sla_targets: [target()], ...channel });
    return makeTicket(api, { channel_id, priority_id: urgent, ...given });
  };
  /** As if the targets, and what else is named, had been so many minutes earlier. */
  const age = (ticketId: string, minutes: number, ...others: ('entered_at' | 'sla_paused_since')[]) =>
    service.sql(
      `update tickets set ${['response_due_at', 'update_due_at', 'resolution_due_at', ...others]
        .map((column) => `${column} = ${earlier(column, 'make_interval(mins => $2::int)')}`)
        .join(', ')} where ticket_id = $1`,
      [ticketId, minutes],
    );
  const told = async () =>
    (await service.events(me.tenant)).filter(({ type }) => type === ticketEvents.slaBreached.type).map(({ data }) => data['target']);
  const scan = () => service.tick('sla-scan');

  it('tells of each missed target once', async () => {
    const { ticket_id } = await ticketIn();
    await scan();
    expect(await told()).toEqual([]);
    await age(ticket_id, 61);
    await scan();
    await scan();
    expect(await told()).toEqual(['response']);
    await age(ticket_id, 500);
    await scan();
    expect(await told()).toEqual(['response', 'resolution']);
    const { body } = await api.get(`/api/v1/tickets/${ticket_id}/history`);
    expect(body.data.filter(({ action }: { action: string }) => action === 'sla_breached')).toHaveLength(2);
  });

  it('has nothing to say of tickets that were answered in time, are closed or wait for the client', async () => {
    const [answered, closed, waiting] = [await ticketIn(), await ticketIn(), await ticketIn()];
    await makeComment(api, answered.ticket_id);
    await api.post(`/api/v1/tickets/${closed.ticket_id}/close`, {});
    await api.put(`/api/v1/tickets/${waiting.ticket_id}`, { status: 'Waiting for Customer' });
    for (const { ticket_id } of [answered, closed, waiting]) await age(ticket_id, 90);
    await scan();
    expect(await told()).toEqual([]);
  });

  it('tells when the client waits too long for another answer, each time anew, and never for internal notes', async () => {
    const clientId = randomUUID();
    const { ticket_id } = await ticketIn({}, { client_id: clientId });
    await makeComment(api, ticket_id);
    const person = service.api({ ...me, userId: randomUUID(), userType: 'client', clientId });
    for (let round = 0; round < 2; round++) {
      await makeComment(person, ticket_id, { comment_text: 'Any news?' });
      await makeComment(api, ticket_id, { comment_text: 'Who knows', is_internal: true });
      expect((await api.get(`/api/v1/tickets/${ticket_id}`)).body.data.sla.update_due_at).not.toBeNull();
      await age(ticket_id, 31);
      await scan();
      await makeComment(api, ticket_id, { comment_text: 'Tomorrow' });
      expect((await api.get(`/api/v1/tickets/${ticket_id}`)).body.data.sla).toMatchObject({ update_due_at: null, update_breached: false });
    }
    await scan();
    expect(await told()).toEqual(['update', 'update']);
  });

  it('lets the clocks of a waiting ticket run again when the client answers', async () => {
    const clientId = randomUUID();
    const { ticket_id } = await ticketIn({}, { client_id: clientId });
    await api.put(`/api/v1/tickets/${ticket_id}`, { status: 'Waiting for Customer' });
    const person = service.api({ ...me, userId: randomUUID(), userType: 'client', clientId });
    const sla = async () => (await api.get(`/api/v1/tickets/${ticket_id}`)).body.data.sla;
    expect((await sla()).paused_since).not.toBeNull();
    await makeComment(person, ticket_id, { comment_text: 'Here it is' });
    expect((await sla()).paused_since).toBeNull();
    await makeComment(api, ticket_id, { comment_text: 'Thanks, and the other one?' });
    expect((await sla()).paused_since).not.toBeNull();
  });

  const slaOf = async (ticketId: string) => (await api.get(`/api/v1/tickets/${ticketId}`)).body.data.sla;

  it('leaves nothing untold that was missed between two scans, though the ticket was answered, closed or made to wait since', async () => {
    const [answered, closed, waiting] = [await ticketIn(), await ticketIn(), await ticketIn()];
    for (const { ticket_id } of [answered, closed, waiting]) await age(ticket_id, 61);
    await makeComment(api, answered.ticket_id);
    await api.post(`/api/v1/tickets/${closed.ticket_id}/close`, { resolution: 'Done' });
    await api.put(`/api/v1/tickets/${waiting.ticket_id}`, { status: 'Waiting for Customer' });
    expect(await told()).toEqual(['response', 'response', 'response']);
    await scan();
    expect(await told()).toHaveLength(3);
    const { body } = await api.get(`/api/v1/tickets/${answered.ticket_id}/history`);
    expect(body.data.filter(({ action }: { action: string }) => action === 'sla_breached')).toHaveLength(1);
  });

  it('does not take back what was missed when the ticket waits for the client afterwards', async () => {
    const { ticket_id } = await ticketIn();
    await age(ticket_id, 490, 'entered_at');
    await makeComment(api, ticket_id);
    const missed = { response_breached: true, resolution_breached: true };
    expect(await slaOf(ticket_id)).toMatchObject(missed);
    await api.put(`/api/v1/tickets/${ticket_id}`, { status: 'Waiting for Customer' });
    expect(await slaOf(ticket_id)).toMatchObject({ ...missed, paused_since: expect.any(String) });
    expect((await api.get('/api/v1/tickets', { query: { is_overdue: 'true' } })).body.pagination.total).toBe(1);
    expect((await api.get('/api/v1/tickets/stats')).body.data.overdue_tickets).toBe(1);
  });

  it('counts no waiting for the client against the first answer', async () => {
    const { ticket_id } = await ticketIn();
    await api.put(`/api/v1/tickets/${ticket_id}`, { status: 'Waiting for Customer' });
    // As if it had waited for two hours, and would be past its target if the clock had run.
    await age(ticket_id, 120, 'entered_at', 'sla_paused_since');
    await makeComment(api, ticket_id);
    expect(await slaOf(ticket_id)).toMatchObject({ response_breached: false, first_response_at: expect.any(String) });
    await api.put(`/api/v1/tickets/${ticket_id}`, { status: 'In Progress' });
    expect(await slaOf(ticket_id)).toMatchObject({ response_breached: false, paused_since: null });
    expect(await told()).toEqual([]);
  });

  it('lets the clocks of tickets run once their status pauses them no longer', async () => {
    const { ticket_id, channel_id } = await ticketIn();
    await api.put(`/api/v1/tickets/${ticket_id}`, { status: 'Waiting for Customer' });
    const statuses = (await api.get(`/api/v1/statuses?channel_id=${channel_id}`)).body.data as { status_id: string; name: string }[];
    const waiting = statuses.find(({ name }) => name === 'Waiting for Customer')?.status_id;
    await api.put(`/api/v1/statuses/${waiting}`, { pauses_sla: false });
    await service.tick('sla-clocks');
    expect(await slaOf(ticket_id)).toMatchObject({ paused_since: null });
    await age(ticket_id, 61);
    await scan();
    expect(await told()).toEqual(['response']);
  });

  it('escalates as the channel says', async () => {
    const [boss, team] = [randomUUID(), randomUUID()];
    const { ticket_id } = await ticketIn({ sla_escalation: { assigned_to: boss, assigned_team_id: team, watcher_user_id: boss } });
    await age(ticket_id, 61);
    await scan();
    expect((await api.get(`/api/v1/tickets/${ticket_id}`)).body.data).toMatchObject({ assigned_to: boss, assigned_team_id: team });
    expect((await api.get(`/api/v1/tickets/${ticket_id}/watchers`)).body.data).toMatchObject([{ user_id: boss }]);
    const types = (await service.events(me.tenant)).map(({ type }) => type);
    expect(types.slice(-3)).toEqual([ticketEvents.updated.type, ticketEvents.assigned.type, ticketEvents.slaBreached.type]);
  });

  it('goes by the hours and targets of today, from the next minute on', async () => {
    const { ticket_id, channel_id } = await ticketIn();
    const due = async () => {
      const { data } = (await api.get(`/api/v1/tickets/${ticket_id}`)).body;
      return (Date.parse(data.sla.resolution_due_at) - Date.parse(data.entered_at)) / 60_000;
    };
    expect(await due()).toBe(480);
    await api.put(`/api/v1/channels/${channel_id}`, { sla_targets: [{ ...target(), resolution_minutes: 90 }] });
    await service.tick('sla-clocks');
    expect(await due()).toBe(90);
    const before = (await service.events(me.tenant)).length;
    await service.tick('sla-clocks');
    expect(await service.events(me.tenant)).toHaveLength(before);
  });

  it('refuses to escalate to what there is not', async () => {
    const refused = await api.post('/api/v1/channels', { channel_name: 'VIP', sla_escalation: { priority_id: randomUUID() } });
    expect({ status: refused.status, path: refused.body.error.details[0].path }).toEqual({
      status: 400,
      path: ['sla_escalation', 'priority_id'],
    });
  });
});
