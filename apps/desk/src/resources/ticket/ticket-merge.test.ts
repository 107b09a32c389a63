import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ticketEvents, ticketMailRpc } from '@psa/contracts-desk';
import { identityEvents } from '@psa/contracts-identity';
import { callRpc } from '@psa/events-kit';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeChannel, makeComment, makeTicket } from '../../testing/make-ticket.ts';

describe('merged tickets', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let client_id: string;

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
    client_id = randomUUID();
  });

  const make = (given: Record<string, unknown> = {}) => makeTicket(api, { client_id, ...given });
  const read = async (ticketId: string) => (await api.get(`/api/v1/tickets/${ticketId}`)).body.data;
  const merge = (target: string, ...source_ticket_ids: string[]) => api.post(`/api/v1/tickets/${target}/merge`, { source_ticket_ids });
  /** Somebody of the client, as identity tells of them. */
  const makePerson = async () => {
    const userId = randomUUID();
    const name = { username: userId, email: `${userId}@client.example`, first_name: null, last_name: null };
    await service.publish(me.tenant, identityEvents.userCreated, { user_id: userId, ...name, user_type: 'client', is_inactive: false });
    await service.settled();
    return service.api({ ...me, userId, userType: 'client', clientId: client_id });
  };

  it('leave their children to the ticket they became part of, which tell of it', async () => {
    const [target, source] = [await make(), await make()];
    const child = await make({ parent_ticket_id: source.ticket_id });
    await merge(target.ticket_id, source.ticket_id);
    expect(await read(child.ticket_id)).toMatchObject({ parent_ticket_id: target.ticket_id, version: child.version + 1 });
    const { body } = await api.get(`/api/v1/tickets/${child.ticket_id}/history`);
    const parents = body.data.map(({ changes }: { changes: Record<string, unknown> }) => changes['parent_ticket_id']);
    expect(parents).toContainEqual({ previous: source.ticket_id, new: target.ticket_id });
    const told = (await service.events(me.tenant)).filter(
      ({ type, subject }) => type === ticketEvents.updated.type && subject === child.ticket_id,
    );
    expect(told.map(({ data }) => data['changed'])).toEqual([['parent_ticket_id']]);
  });

  it('give their place to the ticket they became part of, where that was below them: no ticket is a part of itself', async () => {
    const top = await make();
    const source = await make({ parent_ticket_id: top.ticket_id });
    const between = await make({ parent_ticket_id: source.ticket_id });
    const target = await make({ parent_ticket_id: between.ticket_id });
    expect((await merge(target.ticket_id, source.ticket_id)).body.data.parent_ticket_id).toBe(top.ticket_id);
    expect((await read(between.ticket_id)).parent_ticket_id).toBe(target.ticket_id);
    for (const { ticket_id } of [between, target, top]) expect((await api.post(`/api/v1/tickets/${ticket_id}/close`, {})).status).toBe(200);
  });

  it('bring nothing into a closed ticket that would have kept it open', async () => {
    const channel = await makeChannel(api, { close_rules: { checklist_incomplete: true, open_children: true } });
    const given = { channel_id: channel.channel_id };
    const [target, listed, parent] = [await make(given), await make(given), await make(given)];
    await api.post(`/api/v1/tickets/${target.ticket_id}/close`, {});
    const { body } = await api.post(`/api/v1/tickets/${listed.ticket_id}/checklist`, { item_text: 'Do it', is_required: true });
    const child = await make({ ...given, parent_ticket_id: parent.ticket_id });
    const refused = [await merge(target.ticket_id, listed.ticket_id), await merge(target.ticket_id, parent.ticket_id)];
    expect(refused.map((answer) => [answer.status, answer.body.error.details[0].rule])).toEqual([
      [409, 'checklist_incomplete'],
      [409, 'open_children'],
    ]);
    await api.put(`/api/v1/tickets/${listed.ticket_id}/checklist/${body.data.checklist_item_id}`, { is_completed: true });
    await api.post(`/api/v1/tickets/${child.ticket_id}/close`, {});
    expect((await merge(target.ticket_id, listed.ticket_id, parent.ticket_id)).status).toBe(200);
  });

  it('show nothing to other people of the client where tickets are shown to their openers alone', async () => {
    const { channel_id } = await makeChannel(api, { portal_visibility: 'own' });
    const [ada, grace] = [await makePerson(), await makePerson()];
    const [ofAda, ofGrace, again] = [
      await makeTicket(ada, { channel_id, client_id }),
      await makeTicket(grace, { channel_id, client_id }),
      await makeTicket(grace, { channel_id, client_id }),
    ];
    const refused = await merge(ofAda.ticket_id, ofGrace.ticket_id);
    expect({ status: refused.status, path: refused.body.error.details[0].path }).toEqual({ status: 400, path: ['source_ticket_ids', 0] });
    const everyones = await make();
    expect((await merge(everyones.ticket_id, ofGrace.ticket_id)).status).toBe(400);
    expect((await merge(again.ticket_id, ofGrace.ticket_id)).status).toBe(200);
    const [one, other] = [await make({ channel_id }), await make({ channel_id })];
    expect((await merge(one.ticket_id, other.ticket_id)).status).toBe(200);
  });

  it('and moved comments show nothing to other people either', async () => {
    const { channel_id } = await makeChannel(api, { portal_visibility: 'own' });
    const [ada, grace] = [await makePerson(), await makePerson()];
    const [ofAda, ofGrace] = [await makeTicket(ada, { channel_id, client_id }), await makeTicket(grace, { channel_id, client_id })];
    const move = (comment_id: string) =>
      api.post(`/api/v1/tickets/${ofGrace.ticket_id}/comments/move`, { comment_ids: [comment_id], target_ticket_id: ofAda.ticket_id });
    const shown = await makeComment(grace, ofGrace.ticket_id);
    const refused = await move(shown.comment_id);
    expect({ status: refused.status, path: refused.body.error.details[0].path }).toEqual({ status: 400, path: ['target_ticket_id'] });
    const internal = await makeComment(api, ofGrace.ticket_id, { is_internal: true });
    expect((await move(internal.comment_id)).status).toBe(200);
  });

  it('become the parent of no other ticket', async () => {
    const [target, source] = [await make(), await make()];
    await merge(target.ticket_id, source.ticket_id);
    const refused = await api.put(`/api/v1/tickets/${(await make()).ticket_id}`, { parent_ticket_id: source.ticket_id });
    expect({ status: refused.status, path: refused.body.error.details[0].path }).toEqual({ status: 400, path: ['parent_ticket_id'] });
  });

  it('take answers of the client to the ticket they became part of', async () => {
    const grace = await makePerson();
    const [target, source] = [await make(), await makeTicket(grace, { client_id })];
    const asked = await makeComment(grace, source.ticket_id, { comment_text: 'Any news?' });
    await merge(target.ticket_id, source.ticket_id);
    const path = `/api/v1/tickets/${source.ticket_id}/comments`;
    const answer = await grace.post(path, { comment_text: 'Hello?', parent_comment_id: asked.comment_id });
    expect({ status: answer.status, ticket_id: answer.body.data.ticket_id, meta: answer.body.meta }).toEqual({
      status: 201,
      ticket_id: target.ticket_id,
      meta: undefined,
    });
    const { channel_id } = await makeChannel(api, { portal_visibility: 'none' });
    await api.put(`/api/v1/tickets/${target.ticket_id}`, { channel_id, status: 'Open' });
    expect((await grace.post(path, { comment_text: 'Hello?' })).status).toBe(409);
    expect((await api.post(path, { comment_text: 'By staff' })).status).toBe(409);
  });

  it('get no mail that comes while they are merged', async () => {
    const author = { type: 'contact' as const, contact_name_id: null, user_id: null, email: 'a@client.example', name: null };
    const content = { text: 'And?', full_text: null, html: null, author, cc: [], attachments: [], received_at: new Date().toISOString() };
    const by = { tenant: me.tenant, actor: { id: 'email', type: 'system' as const }, correlationId: 'test' };
    const { broker } = service.running;
    const mail = (ticket_id: string, mail_key: string) =>
      callRpc(broker, ticketMailRpc.addMailComment, { mail_key, ticket_id, ...content, is_internal: false, is_automated: false }, by);
    for (let round = 0; round < 4; round++) {
      const [target, source] = [await make(), await make()];
      const mails = Array.from({ length: 3 }, (_, index) => mail(source.ticket_id, `${round}-${index}`));
      await Promise.all([merge(target.ticket_id, source.ticket_id), ...mails]);
      expect((await read(target.ticket_id)).comment_count).toBe(mails.length);
    }
  });
});
