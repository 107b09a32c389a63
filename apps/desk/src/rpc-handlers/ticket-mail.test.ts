import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contactEvents } from '@psa/contracts-clients';
import { ticketMailRpc } from '@psa/contracts-desk';
import { identityEvents } from '@psa/contracts-identity';
import { callRpc } from '@psa/events-kit';
import { caller, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { deskService } from '../desk-service.ts';
import { fakes } from '../testing/fakes.ts';
import { makeChannel, makeComment, makeTicket, standardSet } from '../testing/make-ticket.ts';

describe('mail of comments', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let ticketId: string;

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    const [client_id, contact_name_id] = [randomUUID(), randomUUID()];
    await service.publish(me.tenant, contactEvents.created, {
      contact_name_id,
      client_id,
      full_name: 'Grace',
      email: 'Grace@client.example',
      is_inactive: false,
    } as never);
    await service.settled();
    ticketId = (await makeTicket(api, { client_id, contact_name_id })).ticket_id;
  });

  const mailOf = async (comment_id: string) =>
    (
      await callRpc(
        service.running.broker,
        ticketMailRpc.getCommentMail,
        { ticket_id: ticketId, comment_id },
        { tenant: me.tenant, actor: { id: 'email', type: 'system' }, correlationId: 'test' },
      )
    ).mail;

  it('goes to the contact, and to those who watch the ticket', async () => {
    await api.post(`/api/v1/tickets/${ticketId}/watchers`, { email: 'boss@client.example' });
    const { comment_id } = await makeComment(api, ticketId);
    expect(await mailOf(comment_id)).toMatchObject({ to: ['grace@client.example'], cc: ['boss@client.example'], text: 'On my way' });
  });

  it('goes to the person of the portal who opened the ticket, where it has no contact', async () => {
    const [userId, clientId] = [randomUUID(), randomUUID()];
    const user = { user_id: userId, username: 'grace', email: 'G@client.example', first_name: null, last_name: null, is_inactive: false };
    await service.publish(me.tenant, identityEvents.userCreated, { ...user, user_type: 'client' });
    await service.settled();
    ticketId = (await makeTicket(service.api({ ...me, userId, userType: 'client', clientId }), { client_id: clientId })).ticket_id;
    const { comment_id } = await makeComment(api, ticketId);
    expect(await mailOf(comment_id)).toMatchObject({ to: ['g@client.example'] });
  });

  it('goes only to watching staff when contact notifications are suppressed, and to no one when all are', async () => {
    await api.post(`/api/v1/tickets/${ticketId}/watchers`, { email: 'boss@client.example' });
    await api.post(`/api/v1/tickets/${ticketId}/watchers`, { user_id: randomUUID() });
    const silent = await makeComment(api, ticketId, { suppressContactNotifications: true });
    expect(await mailOf(silent.comment_id)).toMatchObject({ to: ['ada@msp.example'], cc: [] });
    const suppressed = { suppressContactNotifications: true, suppressInternalNotifications: true };
    const quiet = await makeComment(api, ticketId, suppressed);
    expect(await mailOf(quiet.comment_id)).toBeNull();
    await api.post(`/api/v1/tickets/${ticketId}/close`, { resolution: 'New drum', ...suppressed });
    const comments = (await api.get(`/api/v1/tickets/${ticketId}/comments`)).body.data;
    expect(await mailOf(comments.at(-1).comment_id)).toBeNull();
    const changes = (await service.events(me.tenant)).filter(({ type }) => type === 'psa.desk.ticket.updated.v1').at(-1);
    expect(changes?.data).toMatchObject({ suppress_contact_notifications: true, suppress_internal_notifications: true });
  });

  it('is never made of internal comments', async () => {
    const { comment_id } = await makeComment(api, ticketId, { is_internal: true });
    expect(await mailOf(comment_id)).toBeNull();
  });
});

describe('the files of a mail', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());

  it("are for those who see its comment: staff of its channel, and people of the ticket's client unless it is internal", async () => {
    const me = caller();
    const api = service.api(me);
    const [client_id, team_id] = [randomUUID(), randomUUID()];
    const hidden = await makeChannel(api, { visible_to_team_ids: [team_id] });
    const by = { tenant: me.tenant, actor: { id: 'email', type: 'system' as const }, correlationId: 'test' };
    const none = { status_id: null, priority_id: null, category_id: null, location_id: null, related_ticket_id: null, flags: [] };
    const author = { type: 'unknown' as const, contact_name_id: null, user_id: null, email: 'a@client.example', name: null };
    const content = {
      text: 'See file',
      full_text: null,
      html: null,
      author,
      cc: [],
      attachments: [],
      received_at: new Date().toISOString(),
    };
    const { broker } = service.running;
    const { channel } = await standardSet(api);
    const mail = async (mail_key: string, channel_id: string) =>
      callRpc(broker, ticketMailRpc.createTicketFromMail, { mail_key, title: 'Files', ...content, ...none, client_id, channel_id }, by);
    await mail('open', channel.channel_id);
    const { ticket_id } = await mail('hidden', hidden.channel_id);
    await callRpc(
      broker,
      ticketMailRpc.addMailComment,
      { mail_key: 'internal', ticket_id, ...content, is_internal: true, is_automated: false },
      by,
    );

    const readers = {
      person: { user_id: randomUUID(), user_type: 'client' as const, client_id, permissions: [] },
      stranger: { user_id: randomUUID(), user_type: 'client' as const, client_id: randomUUID(), permissions: [] },
      outsider: { user_id: randomUUID(), user_type: 'internal' as const, client_id: null, permissions: ['ticket:read'] },
      manager: { user_id: randomUUID(), user_type: 'internal' as const, client_id: null, permissions: ['ticket_settings:update'] },
    };
    const readable = async (mail_key: string) => {
      const asked = Object.entries(readers).map(async ([name, reader]) => [
        name,
        (await callRpc(broker, ticketMailRpc.mayReadMail, { mail_key, reader }, by)).readable,
      ]);
      return Object.fromEntries(await Promise.all(asked)) as Record<string, boolean>;
    };
    expect(await readable('open')).toEqual({ person: true, stranger: false, outsider: true, manager: true });
    expect(await readable('hidden')).toEqual({ person: true, stranger: false, outsider: false, manager: true });
    expect(await readable('internal')).toEqual({ person: false, stranger: false, outsider: false, manager: true });
    expect(await readable('unknown')).toEqual({ person: false, stranger: false, outsider: false, manager: false });
  });
});

describe('what tickets of a mailbox start with', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());

  it.each([
    ['channel_id', (other) => ({ channel_id: other.channel_id })],
    ['status_id', (other) => ({ status_id: other.status_id })],
    ['priority_id', () => ({ priority_id: randomUUID() })],
    ['client_id', () => ({ client_id: `${UNKNOWN}${randomUUID().slice(UNKNOWN.length)}` })],
    ['category_id', () => ({ category_id: randomUUID() })],
    ['location_id', () => ({ client_id: randomUUID(), location_id: randomUUID() })],
  ] satisfies [string, (other: { channel_id: string; status_id: string }) => object][])(
    'cannot be an unknown %s, nor one of another tenant',
    async (member, given) => {
      const [me, stranger] = [caller(), caller()];
      const { channel, statuses } = await standardSet(service.api(stranger));
      const other = { channel_id: channel.channel_id, status_id: statuses[0]?.status_id ?? '' };
      const none = { channel_id: null, status_id: null, priority_id: null, client_id: null, category_id: null, location_id: null };
      const check = (defaults: object) =>
        callRpc(
          service.running.broker,
          ticketMailRpc.checkTicketDefaults,
          { ...none, ...defaults },
          {
            tenant: me.tenant,
            actor: { id: 'email', type: 'system' },
            correlationId: 'test',
          },
        );
      await expect(check(given(other))).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: [member] }] });
      const own = await standardSet(service.api(me));
      expect(await check({ channel_id: own.channel.channel_id, status_id: own.statuses[1]?.status_id })).toEqual({});
    },
  );
});

describe('a mail to a closed ticket', () => {
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

  /** A ticket that was closed two days ago. */
  async function closedTicket(reopen_days: number | null = null): Promise<string> {
    const { channel_id } = await makeChannel(api, { reopen_days });
    const { ticket_id } = await makeTicket(api, { channel_id });
    await close(ticket_id);
    await service.sql("update tickets set closed_at = now() - interval '2 days' where ticket_id = $1", [ticket_id]);
    return ticket_id;
  }
  const close = (ticketId: string) => api.post(`/api/v1/tickets/${ticketId}/close`, { resolution: 'Done' });

  const people = {
    contact: { type: 'contact', contact_name_id: randomUUID(), user_id: null },
    'watcher without a contact record': { type: 'unknown', contact_name_id: null, user_id: null },
    'member of staff': { type: 'user', contact_name_id: null, user_id: randomUUID() },
  } as const;
  const answer = (ticket_id: string, author: (typeof people)[keyof typeof people] = people.contact, given = {}) =>
    callRpc(
      service.running.broker,
      ticketMailRpc.addMailComment,
      {
        mail_key: randomUUID(),
        ticket_id,
        text: 'It is back',
        full_text: null,
        html: null,
        author: { ...author, email: 'a@client.example', name: null },
        cc: [],
        attachments: [],
        received_at: new Date().toISOString(),
        is_internal: false,
        is_automated: false,
        ...given,
      },
      { tenant: me.tenant, actor: { id: 'email', type: 'system' }, correlationId: 'test' },
    );
  const isClosed = async (ticketId: string) => (await api.get(`/api/v1/tickets/${ticketId}`)).body.data.is_closed as boolean;

  it.each(Object.entries(people))('from a %s opens it again', async (_, author) => {
    const ticketId = await closedTicket();
    expect(await answer(ticketId, author)).toMatchObject({ outcome: 'added', reopened: true });
    expect(await isClosed(ticketId)).toBe(false);
  });

  it.each([
    ['from a program', { is_automated: true }],
    ['from a stranger', { is_internal: true }],
  ])('%s leaves it closed', async (_, given) => {
    const ticketId = await closedTicket();
    expect(await answer(ticketId, people.contact, given)).toMatchObject({ outcome: 'added', reopened: false });
    expect(await isClosed(ticketId)).toBe(true);
  });

  it('longer ago than its channel allows needs a new ticket, unless staff wrote it', async () => {
    const ticketId = await closedTicket(1);
    expect(await answer(ticketId, people['watcher without a contact record'])).toMatchObject({ outcome: 'closed', comment_id: null });
    expect(await answer(ticketId, people['member of staff'])).toMatchObject({ outcome: 'added', reopened: true });
  });

  it('opens it three times an hour at most', async () => {
    const ticketId = await closedTicket();
    for (let times = 0; times < 3; times++) {
      expect(await answer(ticketId)).toMatchObject({ reopened: true });
      await close(ticketId);
    }
    expect(await answer(ticketId)).toMatchObject({ outcome: 'added', reopened: false });
    expect(await isClosed(ticketId)).toBe(true);
  });
});
