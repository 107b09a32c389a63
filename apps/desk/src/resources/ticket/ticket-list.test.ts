import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clientEvents } from '@psa/contracts-clients';
import type { Ticket } from '@psa/contracts-desk';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeChannel, makeComment, makeTicket } from '../../testing/make-ticket.ts';

interface TicketPage {
  readonly data: Ticket[];
  readonly pagination: { readonly total: number; readonly next_cursor: string | null };
}

describe('lists of tickets', () => {
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

  const makePerson = (clientId: string, userId: string = randomUUID()) => service.api({ ...me, userId, userType: 'client', clientId });
  const idsOf = async (reader: TestApi, query = '') => {
    const { body } = await reader.get(`/api/v1/tickets${query}`);
    return (body.data as Ticket[]).map(({ ticket_id }) => ticket_id).sort();
  };

  it.each([
    ['asc', ['Alpha', 'Alpha', 'Beta', null, null]],
    ['desc', ['Beta', 'Alpha', 'Alpha', null, null]],
  ] as const)('are sorted by the name of the client, %s, with tickets of unknown clients last on every page', async (sorting, expected) => {
    const clients = ['Beta', 'Alpha'].map((client_name) => ({ client_id: randomUUID(), client_name, is_inactive: false }));
    for (const client of clients) await service.publish(me.tenant, clientEvents.created, client as never);
    await service.settled();
    const [beta, alpha] = clients.map(({ client_id }) => client_id);
    for (const client_id of [undefined, beta, alpha, undefined, alpha]) await makeTicket(api, { client_id: client_id ?? randomUUID() });
    // The fake directory knows every client; these two have gone since. Names are shown for some seconds longer.
    await service.sql('delete from client_replicas where tenant = $1 and client_id <> all($2::uuid[])', [me.tenant, [beta, alpha]]);
    await eventually(async () => {
      const { data }: TicketPage = (await api.get('/api/v1/tickets')).body;
      return data.filter(({ client_name }) => client_name === null).length === 2;
    });
    for (const limit of [1, 2, 3]) {
      const query = { sort: 'client_name', order: sorting, limit };
      const [byCursor, byPage]: [Ticket[], Ticket[]] = [[], []];
      let cursor: string | null = null;
      for (let page = 1; page <= Math.ceil(5 / limit); page++) {
        const followed: TicketPage = (await api.get('/api/v1/tickets', { query: { ...query, ...(cursor !== null && { cursor }) } })).body;
        const numbered: TicketPage = (await api.get('/api/v1/tickets', { query: { ...query, page } })).body;
        byCursor.push(...followed.data);
        byPage.push(...numbered.data);
        expect([followed.pagination.total, numbered.pagination.total]).toEqual([5, 5]);
        cursor = followed.pagination.next_cursor;
      }
      expect(cursor).toBeNull();
      expect(byPage.map(({ client_name }) => client_name)).toEqual(expected);
      expect(byCursor).toEqual(byPage);
      expect(new Set(byPage.map(({ ticket_id }) => ticket_id)).size).toBe(5);
    }
  });

  it('show portal users the tickets they opened, those of their client, or none, as the channel says', async () => {
    const clientId = randomUUID();
    const [userId, colleagueId] = [randomUUID(), randomUUID()];
    const [person, colleague] = [makePerson(clientId, userId), makePerson(clientId, colleagueId)];
    const channels = await Promise.all(
      (['none', 'own', 'client'] as const).map((portal_visibility) => makeChannel(api, { portal_visibility })),
    );
    const [none, own, shared] = channels.map(({ channel_id }) => channel_id) as [string, string, string];
    const hidden = await makeTicket(api, { channel_id: none, client_id: clientId });
    const visible = await makeTicket(api, { channel_id: shared, client_id: clientId });
    const priority_id = visible.priority_id;
    const opened = await person.post('/api/v1/tickets', { title: 'Help', channel_id: own, client_id: clientId, priority_id });
    expect({ status: opened.status, text: opened.text }).toMatchObject({ status: 201 });
    const { ticket_id } = opened.body.data as Ticket;

    expect(await idsOf(person)).toEqual([ticket_id, visible.ticket_id].sort());
    expect(await idsOf(colleague)).toEqual([visible.ticket_id]);
    expect((await colleague.get('/api/v1/tickets')).body.pagination.total).toBe(1);
    expect(await idsOf(makePerson(randomUUID()))).toEqual([]);
    for (const id of [ticket_id, hidden.ticket_id])
      for (const path of [`/api/v1/tickets/${id}`, `/api/v1/tickets/${id}/comments`, `/api/v1/tickets/${id}/documents`])
        expect((await colleague.get(path)).status).toBe(404);
    expect((await colleague.get('/api/v1/tickets/search?query=help')).body.data).toEqual([]);
  });

  it('hide internal comments from portal users after a merge as well', async () => {
    const client_id = randomUUID();
    const [target, source] = [await makeTicket(api, { client_id }), await makeTicket(api, { client_id })];
    await makeComment(api, source.ticket_id, { comment_text: 'Secret', is_internal: true });
    await makeComment(api, source.ticket_id, { comment_text: 'Hello' });
    await api.post(`/api/v1/tickets/${target.ticket_id}/merge`, { source_ticket_ids: [source.ticket_id] });
    const person = makePerson(client_id);
    const { body } = await person.get(`/api/v1/tickets/${target.ticket_id}/comments`);
    expect((body.data as { comment_text: string }[]).map(({ comment_text }) => comment_text)).toEqual(['Hello']);
    expect((await person.get(`/api/v1/tickets/${target.ticket_id}`)).body.data.comment_count).toBe(1);
  });
});
