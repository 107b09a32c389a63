import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientEvents, contactEvents } from '@psa/contracts-clients';
import { ticketRpc } from '@psa/contracts-desk';
import { identityEvents, teamEvents } from '@psa/contracts-identity';
import { callRpc } from '@psa/events-kit';
import { caller, TestService, type TestApi } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { aTicket, makeChannel, makeComment, makePriority, makeTicket, standardSet } from '../../testing/make-ticket.ts';

const aPortalUser = (user_id: string, email: string) => ({
  user_id,
  email,
  username: email,
  first_name: 'Grace',
  last_name: 'Hopper',
  user_type: 'client',
  is_inactive: false,
});

describe('tickets', () => {
  let service: TestService;
  let api: TestApi;
  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());
  const anew = () => (api = service.api(caller()));

  it('get numbers that are never given twice, whoever opens them at once', async () => {
    anew();
    const first = await makeTicket(api);
    const more = await Promise.all(Array.from({ length: 32 }, () => makeTicket(api)));
    const numbers = [first, ...more].map(({ ticket_number }) => ticket_number);
    expect(new Set(numbers).size).toBe(33);
    expect(first.ticket_number).toBe('TIC001001');
  });

  it('are answered as they are read, when they are opened', async () => {
    anew();
    const body = await aTicket(api);
    for (const more of [{}, { tags: ['urgent', 'onsite'], attributes: { rack: 7 } }, { notes: 'Seen it before' }]) {
      const opened = await api.post('/api/v1/tickets', { ...body, ...more });
      expect(opened.status).toBe(201);
      const read = await api.get(opened.headers.get('location') ?? '');
      expect(opened.body).toEqual(read.body);
      expect(opened.headers.get('etag')).toBe(read.headers.get('etag'));
    }
  });

  it('can be written back as they were read', async () => {
    anew();
    const { ticket_id } = await makeTicket(api, { tags: ['urgent'], attributes: { rack: 7 }, description: 'Since noon' });
    const path = `/api/v1/tickets/${ticket_id}`;
    const { data } = (await api.get(path)).body;
    const written = await api.put(path, data);
    expect({ status: written.status, version: written.body.data.version }).toEqual({ status: 200, version: data.version });
    const other = await api.put(path, { ...data, status_id: undefined, status: 'in progress', priority: 'Low', priority_id: undefined });
    expect(other.body.data).toMatchObject({ status_name: 'In Progress', priority_name: 'Low' });
    for (const member of ['client_id', 'priority_id'])
      expect((await api.put(path, { [member]: null })).body.error.details[0].path).toEqual([member]);
  });

  it('are not opened while something they refer to is wrong, of which the first is named', async () => {
    anew();
    const { channel } = await standardSet(api);
    const body = await aTicket(api);
    const wrong = { client_id: randomUUID(), status_id: randomUUID(), priority_id: randomUUID() };
    const refused = async (...members: (keyof typeof wrong)[]) => {
      const given = Object.fromEntries(members.map((member) => [member, wrong[member]]));
      const { status, body: answer } = await api.post('/api/v1/tickets', { ...body, channel_id: channel.channel_id, ...given });
      expect(status).toBe(400);
      return answer.error.details.map(({ path }: { path: string[] }) => path.join());
    };
    expect(await refused('priority_id', 'status_id')).toEqual(['status_id']);
    expect(await refused('priority_id')).toEqual(['priority_id']);
    expect((await api.get('/api/v1/tickets')).body.pagination.total).toBe(0);
  });

  it('are closed and opened again by their status', async () => {
    anew();
    const { statuses } = await standardSet(api);
    const { ticket_id } = await makeTicket(api);
    const path = `/api/v1/tickets/${ticket_id}`;
    const closed = await api.put(`${path}/status`, { status_id: statuses.find(({ is_closed }) => is_closed)?.status_id });
    expect(closed.body.data).toMatchObject({ is_closed: true, status_is_closed: true });
    expect(closed.body.data.closed_at).not.toBeNull();
    const open = await api.put(`${path}/status`, { status_id: statuses[0]?.status_id });
    expect(open.body.data).toMatchObject({ is_closed: false, closed_at: null, closed_by: null });
  });

  it('are not closed while a rule of their channel is not met, unless somebody may override it', async () => {
    anew();
    const channel = await makeChannel(api, { close_rules: { resolution_comment: true } });
    const { ticket_id } = await makeTicket(api, { channel_id: channel.channel_id });
    const refused = await api.post(`/api/v1/tickets/${ticket_id}/close`, {});
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toMatchObject([{ path: ['status_id'], rule: 'resolution_comment' }]);
    expect((await api.get(`/api/v1/tickets/${ticket_id}`)).body.data.is_closed).toBe(false);
    const closed = await api.post(`/api/v1/tickets/${ticket_id}/close`, { resolution: 'New drum' });
    expect(closed.body.data).toMatchObject({ is_closed: true, comment_count: 1 });
  });

  it('count their SLA in the business hours of the channel, and not while the client has to answer', async () => {
    anew();
    const { priorities } = await standardSet(api);
    const priority_id = priorities[0]?.priority_id;
    const channel = await makeChannel(api, { sla_targets: [{ priority_id, response_minutes: 60, resolution_minutes: 480 }] });
    const ticket = await makeTicket(api, { channel_id: channel.channel_id, priority_id });
    const minutes = (due: string | null) => (Date.parse(due ?? '') - Date.parse(ticket.entered_at)) / 60_000;
    expect([minutes(ticket.sla.response_due_at), minutes(ticket.sla.resolution_due_at)]).toEqual([60, 480]);
    const paused = await api.put(`/api/v1/tickets/${ticket.ticket_id}`, { status: 'Waiting for Customer' });
    expect(paused.body.data.sla.paused_since).not.toBeNull();
    const other = await api.put(`/api/v1/tickets/${ticket.ticket_id}`, { priority_id: priorities[1]?.priority_id });
    expect(other.body.data.sla).toMatchObject({ paused_since: paused.body.data.sla.paused_since, resolution_due_at: null });
  });

  it('become part of another one with their comments', async () => {
    anew();
    const client_id = randomUUID();
    const [target, source] = [await makeTicket(api, { client_id }), await makeTicket(api, { client_id })];
    await makeComment(api, source.ticket_id, { comment_text: 'Secret', is_internal: true });
    await makeComment(api, source.ticket_id);
    const merged = await api.post(`/api/v1/tickets/${target.ticket_id}/merge`, { source_ticket_ids: [source.ticket_id] });
    expect(merged.body.data).toMatchObject({ comment_count: 2 });
    const comments = await api.get(`/api/v1/tickets/${target.ticket_id}/comments`);
    expect(comments.body.data.map(({ is_internal }: { is_internal: boolean }) => is_internal)).toEqual([true, false]);
    const gone = await api.get(`/api/v1/tickets/${source.ticket_id}`);
    expect(gone.body.data).toMatchObject({ is_closed: true, merged_into: target.ticket_id });
    expect((await api.put(`/api/v1/tickets/${source.ticket_id}`, { title: 'Again' })).status).toBe(409);
  });

  it('show people of their client what is not internal, and let them answer', async () => {
    const staff = caller();
    api = service.api(staff);
    const clientId = randomUUID();
    const { ticket_id } = await makeTicket(api, { client_id: clientId });
    await makeComment(api, ticket_id, { comment_text: 'Secret', is_internal: true });
    await makeComment(api, ticket_id, { comment_text: 'Hello' });
    const person = service.api({ ...staff, userId: randomUUID(), userType: 'client', clientId });
    const seen = await person.get(`/api/v1/tickets/${ticket_id}/comments`);
    expect(seen.body.data.map(({ comment_text }: { comment_text: string }) => comment_text)).toEqual(['Hello']);
    expect((await person.get(`/api/v1/tickets/${ticket_id}`)).body.data.comment_count).toBe(1);
    await api.post(`/api/v1/tickets/${ticket_id}/close`, {});
    expect((await person.post(`/api/v1/tickets/${ticket_id}/comments`, { comment_text: 'Still broken' })).status).toBe(201);
    expect((await api.get(`/api/v1/tickets/${ticket_id}`)).body.data).toMatchObject({
      is_closed: false,
      response_state: 'awaiting_internal',
    });
  });

  it('are opened by people of the client portal in the channels they see', async () => {
    const staff = caller();
    api = service.api(staff);
    const clientId = randomUUID();
    const person = service.api({ ...staff, userId: randomUUID(), userType: 'client', clientId });
    const hidden = await makeChannel(api, { portal_visibility: 'none' });
    const { priorities, channel } = await standardSet(api);
    const open = (channel_id: string) =>
      person.post('/api/v1/tickets', { title: 'Help', channel_id, client_id: clientId, priority_id: priorities[0]?.priority_id });
    const refused = await open(hidden.channel_id);
    expect({ status: refused.status, path: refused.body.error.details[0].path }).toEqual({ status: 400, path: ['channel_id'] });
    expect((await open(channel.channel_id)).status).toBe(201);
  });

  it('of people of the client portal name the contact these are, and are not found by what staff keep for themselves', async () => {
    const staff = caller();
    api = service.api(staff);
    const [clientId, userId, contact_name_id] = [randomUUID(), randomUUID(), randomUUID()];
    const contact = { contact_name_id, client_id: clientId, full_name: 'Grace', email: 'Grace@client.example', is_inactive: false };
    await service.publish(staff.tenant, contactEvents.created, contact);
    await service.publish(staff.tenant, identityEvents.userCreated, aPortalUser(userId, 'grace@client.example'));
    await service.settled();
    const person = service.api({ ...staff, userId, userType: 'client', clientId });
    const opened = await person.post('/api/v1/tickets', await aTicket(api, { client_id: clientId }));
    const { ticket_id } = opened.body.data;
    expect(opened.body.data).toMatchObject({ contact_name_id, contact_name: 'Grace' });
    await person.post(`/api/v1/tickets/${ticket_id}/comments`, { comment_text: 'It smokes' });
    expect((await api.get(`/api/v1/tickets/${ticket_id}/comments`)).body.data).toMatchObject([{ contact_id: contact_name_id }]);
    for (const filter of ['tags=vip', `parent_ticket_id=${randomUUID()}`])
      expect((await person.get(`/api/v1/tickets?${filter}`)).status).toBe(400);
  });

  it('of a channel that is for all are read by people of every client, who do not learn whose they are', async () => {
    const staff = caller();
    api = service.api(staff);
    const personOf = (clientId: string) => service.api({ ...staff, userId: randomUUID(), userType: 'client', clientId });
    const news = await makeChannel(api, { portal_visibility: 'all' });
    const [client_id, otherId] = [randomUUID(), randomUUID()];
    const { ticket_id } = await makeTicket(api, { channel_id: news.channel_id, client_id, title: 'Outage' });
    const [own, other] = [personOf(client_id), personOf(otherId)];
    const path = `/api/v1/tickets/${ticket_id}`;
    await api.post(`${path}/comments`, { comment_text: 'We are on it' });
    expect((await own.post(`${path}/comments`, { comment_text: 'Our shop is closed' })).status).toBe(201);
    expect((await own.get(path)).body.data).toMatchObject({ client_id, client: { client_id } });
    const shown = (await other.get(path)).body.data;
    expect(shown).toMatchObject({ title: 'Outage', client_id: null, client_name: null, client: null, contact: null, entered_by: null });
    expect((await other.get('/api/v1/tickets')).body.data).toMatchObject([{ ticket_id, client_id: null }]);
    expect((await other.get('/api/v1/tickets/search?query=outage')).body.data).toMatchObject([{ ticket_id, client_id: null }]);
    const read = (await other.get(`${path}/comments`)).body.data as { comment_text: string }[];
    expect(read.map(({ comment_text }) => comment_text)).toEqual(['We are on it']);
    for (const filter of [`client_id=${client_id}`, 'sort=client_name', 'client_name.ne=x'])
      expect((await other.get(`/api/v1/tickets?${filter}`)).body.pagination.total).toBe(0);
    expect((await other.post(`${path}/comments`, { comment_text: 'Me too' })).status).toBe(404);
    expect((await other.get(`${path}/documents`)).status).toBe(404);
    await api.put(`/api/v1/channels/${news.channel_id}`, { portal_visibility: 'client' });
    expect((await other.get(path)).status).toBe(404);
  });

  it('of a channel that is for some teams are seen only by their members and by users who may change settings', async () => {
    const admin = caller();
    api = service.api(admin);
    const [team_id, member] = [randomUUID(), randomUUID()];
    const secret = await makeChannel(api, { visible_to_team_ids: [team_id] });
    const { ticket_id } = await makeTicket(api, { channel_id: secret.channel_id, title: 'Layoffs' });
    await makeTicket(api, { title: 'Printer' });
    const permissions = ['ticket:read', 'ticket:create', 'ticket:update', 'ticket:delete'] as const;
    const technician = (userId: string) => service.api({ ...admin, userId, permissions: [...permissions] });
    const [inside, outside] = [technician(member), technician(randomUUID())];
    await service.publish(admin.tenant, teamEvents.memberAdded, { team_id, user_id: member }, 2);
    await service.settled();
    const path = `/api/v1/tickets/${ticket_id}`;
    const sees = async (who: TestApi) => [
      (await who.get('/api/v1/tickets')).body.pagination.total,
      (await who.get('/api/v1/tickets/search?query=layoffs')).body.data.length,
      (await who.get('/api/v1/tickets/stats')).body.data.total_tickets,
      (await who.get(path)).status,
      (await who.get(`${path}/comments`)).status,
      (await who.get(`${path}/history`)).status,
    ];
    expect(await sees(inside)).toEqual([2, 1, 2, 200, 200, 200]);
    expect(await sees(api)).toEqual([2, 1, 2, 200, 200, 200]);
    expect(await sees(outside)).toEqual([1, 0, 1, 404, 404, 404]);
    const by = { tenant: admin.tenant, actor: { id: 'assets', type: 'system' as const }, correlationId: 'test' };
    const told = (userId: string) => callRpc(service.running.broker, ticketRpc.listHiddenChannels, { user_id: userId }, by);
    expect(await told(member)).toEqual({ channel_ids: [], is_limited: true });
    expect(await told(randomUUID())).toEqual({ channel_ids: [secret.channel_id], is_limited: true });
    expect(await callRpc(service.running.broker, ticketRpc.listChannelsOfTickets, { ticket_ids: [ticket_id, member] }, by)).toEqual({
      tickets: [{ ticket_id, channel_id: secret.channel_id }],
    });
    const attempts = [
      await outside.put(path, { title: 'Seen' }),
      await outside.post(`${path}/comments`, { comment_text: 'Hello' }),
      await outside.post(`${path}/close`, {}),
      await outside.post(`${path}/checklist`, { item_text: 'x' }),
      await outside.delete(path),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    const part = await outside.post('/api/v1/tickets', await aTicket(api, { parent_ticket_id: ticket_id }));
    expect({ status: part.status, path: part.body.error.details[0].path }).toEqual({ status: 400, path: ['parent_ticket_id'] });
    const open = await makeTicket(api);
    const unknown = randomUUID();
    const bulk = await outside.put('/api/v1/tickets/bulk-update', {
      ticket_ids: [ticket_id, unknown, open.ticket_id],
      data: { title: 'Seen' },
    });
    const refused = { success: false, code: 'NOT_FOUND', message: 'Ticket not found' };
    expect(bulk.body.data).toEqual({
      updated_count: 1,
      results: [
        { ticket_id, ...refused },
        { ticket_id: unknown, ...refused },
        { ticket_id: open.ticket_id, success: true },
      ],
    });
    await service.publish(admin.tenant, teamEvents.memberRemoved, { team_id, user_id: member }, 3);
    await service.settled();
    expect((await inside.get(path)).status).toBe(404);
  });

  it('take the commands of automation', async () => {
    const me = caller();
    api = service.api(me);
    const command = (operation: string, id: string | null, data: Record<string, unknown>) =>
      service.command(me.tenant, { entity: 'ticket', operation, id, data });
    const made = await command('create', null, await aTicket(api, { status: 'Open', notes: 'By a rule' }));
    const user = randomUUID();
    expect((await command('assign', made.id, { assigned_to: user, notes: 'Yours' })).entity).toMatchObject({ assigned_to: user });
    expect((await command('update', made.id, { priority: 'Low' })).entity).toMatchObject({ priority_name: 'Low' });
    const closed = await command('close', made.id, { status: 'Resolved', notes: 'Done by a rule', resolution: 'Restarted' });
    expect(closed.entity).toMatchObject({ is_closed: true, status_name: 'Resolved' });
    const comments = (await api.get(`/api/v1/tickets/${made.id}/comments`)).body.data as { comment_text: string; is_internal: boolean }[];
    expect(comments.map(({ comment_text, is_internal }) => [comment_text, is_internal])).toEqual([
      ['By a rule', true],
      ['Yours', true],
      ['Restarted', false],
      ['Done by a rule', true],
    ]);
  });

  it('are found by any part of title and number, the better match first', async () => {
    anew();
    await makeTicket(api, { title: 'The old printer' });
    await makeTicket(api, { title: 'Printer' });
    await makeTicket(api, { title: 'Scanner' });
    const found = await api.get('/api/v1/tickets/search?query=printer');
    expect(found.body.data.map(({ title }: { title: string }) => title)).toEqual(['Printer', 'The old printer']);
    expect((await api.get('/api/v1/tickets?search=printer')).body.pagination.total).toBe(2);
    expect((await api.get('/api/v1/tickets/stats')).body.data).toMatchObject({ total_tickets: 3, open_tickets: 3, unassigned_tickets: 3 });
  });

  it('are found by the names of their client and contact, and by nothing they do not hold', async () => {
    const me = caller();
    api = service.api(me);
    const client_id = randomUUID();
    await service.publish(me.tenant, clientEvents.created, { client_id, client_name: 'Globex Labs', is_inactive: false } as never);
    await service.settled();
    const { ticket_id } = await makeTicket(api, { client_id, title: 'Scanner', description: 'The glass is broken' });
    await makeTicket(api, { title: 'Globe lamp' });
    const found = async (query: string) =>
      ((await api.get(`/api/v1/tickets/search?${query}`)).body.data as { title: string }[]).map(({ title }) => title).sort();
    expect(await found('query=globe')).toEqual(['Globe lamp']);
    expect(await found('query=globe&fields=title,client_name')).toEqual(['Globe lamp', 'Scanner']);
    expect(await found('query=glass&fields=title')).toEqual([]);
    expect(await found('query=glass&fields=description')).toEqual(['Scanner']);
    expect(await found('query=nobody&fields=contact_name')).toEqual([]);
    expect((await api.get('/api/v1/tickets?search=globex')).body.data).toMatchObject([{ ticket_id }]);
  });

  it('keep their priority, and channels with targets for one keep it too', async () => {
    anew();
    const priority = await makePriority(api);
    const { priority_id } = priority;
    const path = `/api/v1/priorities/${priority_id}`;
    const target = { priority_id, response_minutes: 60, resolution_minutes: null };
    const { channel_id } = await makeChannel(api, { sla_targets: [target] });
    expect((await api.delete(path)).body.error.details.dependencies).toMatchObject([{ type: 'channel', count: 1 }]);
    await api.put(`/api/v1/channels/${channel_id}`, { sla_targets: [] });
    expect((await api.delete(path)).status).toBe(204);
  });

  it('import standard items once', async () => {
    anew();
    const body = { data_type: 'channels' };
    const first = await api.post('/api/reference-data/import', body);
    expect(first.body.data).toMatchObject({ total_processed: 10, skipped: [{ name: 'General Support', reason: 'Already exists' }] });
    expect((await api.post('/api/reference-data/import', body)).body.data.imported).toEqual([]);
    const { channel } = await standardSet(api);
    for (const data_type of ['task_types', 'interaction_types'])
      expect((await api.post('/api/reference-data/import', { data_type })).body.data.imported).toEqual([]);
    const types = { data_type: 'service_types' };
    const available = (await api.post('/api/reference-data/available', types)).body.data;
    const made = (await api.post('/api/reference-data/import', types)).body.data;
    expect(made.imported.map(({ reference_id }: { reference_id: string }) => reference_id)).toEqual(
      available.map(({ id }: { id: string }) => id),
    );
    expect((await api.post('/api/reference-data/available', types)).body.data).toEqual([]);
    expect((await api.post('/api/reference-data/import', types)).body.data).toMatchObject({
      imported: [],
      total_processed: available.length,
    });
    const tree = await api.post('/api/reference-data/import', { data_type: 'categories', filters: { channel_id: channel.channel_id } });
    expect(tree.body.data.skipped).toEqual([]);
  });

  it('shows where its client is reached', async () => {
    const me = caller();
    const client_id = randomUUID();
    const client = { client_id, client_name: 'Globex', is_inactive: false, email: 'it@globex.example', phone_no: '+353 1 555 0100' };
    await service.publish(me.tenant, clientEvents.created, client);
    await service.settled();
    const { ticket_id } = await makeTicket(service.api(me), { client_id });
    expect((await service.api(me).get(`/api/v1/tickets/${ticket_id}`)).body.data.client).toEqual({
      client_id,
      client_name: 'Globex',
      email: 'it@globex.example',
      phone_no: '+353 1 555 0100',
    });
  });
});
