import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contactEvents } from '@psa/contracts-clients';
import { ticketMailRpc } from '@psa/contracts-desk';
import { identityEvents } from '@psa/contracts-identity';
import { callRpc } from '@psa/events-kit';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../desk-service.ts';
import { fakes } from '../testing/fakes.ts';
import { makeComment, makeTicket } from '../testing/make-ticket.ts';

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
