import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TicketComment } from '@psa/contracts-desk';
import { caller, earlier, everyPermission, statementsOf, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { deskService } from '../../../desk-service.ts';
import { fakes } from '../../../testing/fakes.ts';
import { makeChannel, makeComment, makeTicket, standardSet } from '../../../testing/make-ticket.ts';
import { makeDocument } from '../../../testing/ticket-document.fixtures.ts';

describe('comments', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  const takenBack: string[] = [];

  beforeAll(async () => {
    const timeEntries = {
      create: (...given: Parameters<NonNullable<typeof fakes.timeEntries>['create']>) => fakes.timeEntries!.create(...given),
      delete: async (_: unknown, id: string) => void takenBack.push(id),
    };
    service = await TestService.start(deskService, { ports: { ...fakes, timeEntries } });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const texts = async (ticketId: string) =>
    ((await api.get(`/api/v1/tickets/${ticketId}/comments`)).body.data as TicketComment[]).map(({ comment_text }) => comment_text);
  const work = { service_id: randomUUID(), start_time: '2026-11-02T09:00:00Z', end_time: '2026-11-02T09:30:00Z' };

  it('move to another ticket with their documents, counts and answers', async () => {
    const client_id = randomUUID();
    const [from, to] = [await makeTicket(api, { client_id }), await makeTicket(api, { client_id })];
    const first = await makeComment(api, from.ticket_id, { comment_text: 'First' });
    const answer = await makeComment(api, from.ticket_id, { comment_text: 'Answer', parent_comment_id: first.comment_id });
    await makeComment(api, from.ticket_id, { comment_text: 'Stays', parent_comment_id: first.comment_id });
    const { document_id } = await makeDocument(api, from.ticket_id, { comment_id: answer.comment_id });
    const body = { comment_ids: [first.comment_id, answer.comment_id], target_ticket_id: to.ticket_id };
    const moved = await api.post(`/api/v1/tickets/${from.ticket_id}/comments/move`, body);
    expect(moved.body.data).toMatchObject([
      { comment_text: 'First', moved_from: from.ticket_id, parent_comment_id: null },
      { comment_text: 'Answer', moved_from: from.ticket_id, parent_comment_id: first.comment_id },
    ]);
    expect([await texts(from.ticket_id), await texts(to.ticket_id)]).toEqual([['Stays'], ['First', 'Answer']]);
    const counts = async (id: string) => (await api.get(`/api/v1/tickets/${id}`)).body.data.comment_count;
    expect([await counts(from.ticket_id), await counts(to.ticket_id)]).toEqual([1, 2]);
    expect((await api.get(`/api/v1/tickets/${to.ticket_id}/documents/${document_id}`)).status).toBe(200);
    const [stays] = (await api.get(`/api/v1/tickets/${from.ticket_id}/comments`)).body.data;
    expect(stays).toMatchObject({ parent_comment_id: null, thread_id: stays.comment_id });
    expect((await api.get(`/api/v1/tickets/${to.ticket_id}/history`)).body.data[0]).toMatchObject({ action: 'comments_moved_here' });
  });

  it('are not moved to tickets of other clients, and only from where they are', async () => {
    const [from, to] = [await makeTicket(api), await makeTicket(api)];
    const { comment_id } = await makeComment(api, from.ticket_id);
    const move = (id: string, body: object) => api.post(`/api/v1/tickets/${id}/comments/move`, body);
    expect((await move(from.ticket_id, { comment_ids: [comment_id], target_ticket_id: to.ticket_id })).status).toBe(400);
    const sibling = await makeTicket(api, { client_id: from.client_id });
    const refused = await move(from.ticket_id, { comment_ids: [comment_id, randomUUID()], target_ticket_id: sibling.ticket_id });
    expect(refused.body.error.details[0].path).toEqual(['comment_ids', 1]);
    expect(await texts(from.ticket_id)).toHaveLength(1);
  });

  it('become a ticket of their own, linked to the one they were on', async () => {
    const source = await makeTicket(api, { assigned_to: randomUUID() });
    const { comment_id } = await makeComment(api, source.ticket_id, { comment_text: 'And the scanner?' });
    const split = await api.post(`/api/v1/tickets/${source.ticket_id}/split`, { comment_ids: [comment_id], title: 'Scanner' });
    expect(split.status).toBe(201);
    expect(split.body.data).toMatchObject({
      title: 'Scanner',
      related_ticket_id: source.ticket_id,
      client_id: source.client_id,
      assigned_to: source.assigned_to,
      comment_count: 1,
    });
    expect(await texts(split.body.data.ticket_id)).toEqual(['And the scanner?']);
  });

  it('tell their writer what others wrote since they last looked', async () => {
    const { ticket_id: id } = await makeTicket(api);
    const seen = await makeComment(api, id, { comment_text: 'Seen' });
    const others = [await makeComment(api, id, { is_internal: true }), await makeComment(api, id)];
    const write = async (last_seen_comment_id: string) =>
      (await api.post(`/api/v1/tickets/${id}/comments`, { comment_text: 'Mine', last_seen_comment_id })).body;
    const { data, meta } = await write(seen.comment_id);
    expect(meta).toEqual({ newer_comments: others.map(({ comment_id }) => comment_id) });
    expect((await write(data.comment_id)).meta).toEqual({ newer_comments: [] });
  });

  it('are read with their ticket by three statements, however many they are', async () => {
    const { ticket_id: id } = await makeTicket(api);
    for (let count = 0; count < 50; count++) await makeComment(api, id);
    const technician = service.api({ ...me, permissions: everyPermission.filter((name) => name !== 'ticket_settings:update') });
    const read = async () => {
      expect((await technician.get(`/api/v1/tickets/${id}`)).status).toBe(200);
      expect((await technician.get(`/api/v1/tickets/${id}/comments?limit=50`)).body.data).toHaveLength(50);
    };
    // Which channels are hidden from them is asked once for a while.
    await read();
    expect(await statementsOf(/ticket|channel/, read)).toHaveLength(3);
  });

  it('log time in the same call, both or neither', async () => {
    const { ticket_id } = await makeTicket(api);
    const path = `/api/v1/tickets/${ticket_id}/comments`;
    const made = await api.post(path, { comment_text: 'Replaced it', time_entry: work });
    expect(made.body).toMatchObject({ data: { time_spent: 30 }, meta: { time_entry_id: expect.any(String) } });
    const unknown = { ...work, service_id: `${UNKNOWN}0000-4000-8000-000000000000` };
    const refused = await api.post(path, { comment_text: 'No', time_entry: unknown });
    expect({ status: refused.status, path: refused.body.error.details[0].path }).toEqual({
      status: 400,
      path: ['time_entry', 'service_id'],
    });
    expect((await api.post(path, { comment_text: 'No', time_entry: work, parent_comment_id: randomUUID() })).status).toBe(404);
    expect(takenBack).toHaveLength(1);
    expect(await texts(ticket_id)).toEqual(['Replaced it']);
    const helper = service.api({ ...me, permissions: ['ticket:read', 'ticket:update'] });
    expect((await helper.post(path, { comment_text: 'No', time_entry: work })).status).toBe(403);
  });

  it('of the client open a new ticket when theirs was closed too long ago', async () => {
    const clientId = randomUUID();
    const person = service.api({ ...me, userId: randomUUID(), userType: 'client', clientId });
    const channel = await makeChannel(api, { reopen_days: 7 });
    const old = await makeTicket(api, { client_id: clientId, channel_id: channel.channel_id });
    await api.post(`/api/v1/tickets/${old.ticket_id}/close`, {});
    await service.sql(`update tickets set closed_at = ${earlier('closed_at', "interval '8 days'")} where ticket_id = $1`, [old.ticket_id]);
    const { status, body } = await person.post(`/api/v1/tickets/${old.ticket_id}/comments`, { comment_text: 'It is back' });
    expect(status).toBe(201);
    expect(body.data.ticket_id).toBe(body.meta.opened_ticket_id);
    expect((await api.get(`/api/v1/tickets/${body.meta.opened_ticket_id}`)).body.data).toMatchObject({
      related_ticket_id: old.ticket_id,
      title: old.title,
      client_id: clientId,
      is_closed: false,
      comment_count: 1,
    });
    expect((await api.get(`/api/v1/tickets/${old.ticket_id}`)).body.data).toMatchObject({ is_closed: true, comment_count: 0 });
    // Its channel takes no new tickets any more: the default one does.
    await api.put(`/api/v1/channels/${channel.channel_id}`, { is_inactive: true });
    const later = await person.post(`/api/v1/tickets/${old.ticket_id}/comments`, { comment_text: 'And again' });
    expect(later.status).toBe(201);
    const opened = (await api.get(`/api/v1/tickets/${later.body.meta.opened_ticket_id}`)).body.data;
    const standard = (await standardSet(api)).channel;
    expect(opened.channel_id).toBe(standard.channel_id);
    // Unless its people would not see it there.
    const shown = await makeChannel(api);
    await api.put(`/api/v1/channels/${standard.channel_id}`, { portal_visibility: 'none' });
    const last = await person.post(`/api/v1/tickets/${old.ticket_id}/comments`, { comment_text: 'Still there' });
    expect((await person.get(`/api/v1/tickets/${last.body.meta.opened_ticket_id}`)).body.data.channel_id).toBe(shown.channel_id);
  });

  it('go to the children that their writer sees, and count their time once', async () => {
    const parent = await makeTicket(api);
    const hidden = await makeChannel(api, { visible_to_team_ids: [randomUUID()] });
    const child = await makeTicket(api, { parent_ticket_id: parent.ticket_id });
    const secret = await makeTicket(api, { parent_ticket_id: parent.ticket_id, channel_id: hidden.channel_id });
    const technician = service.api({ ...me, userId: randomUUID(), permissions: ['ticket:read', 'ticket:update'] });
    await makeComment(technician, parent.ticket_id, { comment_text: 'The line is down', to_children: true, time_spent: 30 });
    expect([await texts(child.ticket_id), await texts(secret.ticket_id)]).toEqual([['The line is down'], []]);
    const times = async (id: string) =>
      (await api.get(`/api/v1/tickets/${id}/comments`)).body.data.map((row: TicketComment) => row.time_spent);
    expect([await times(parent.ticket_id), await times(child.ticket_id)]).toEqual([[30], [null]]);
  });
});
