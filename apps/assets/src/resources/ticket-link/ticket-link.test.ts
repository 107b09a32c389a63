import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

import { assetRpc, ticketLinkEvents } from '@psa/contracts-assets';
import { ticketEvents, ticketRpc } from '@psa/contracts-desk';
import { callRpc, rpcHandler, serveRpc } from '@psa/events-kit';
import { toApiError } from '@psa/http-kit';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { fakeHiddenChannels, fakes } from '../../testing/fakes.ts';
import { aClient, anAsset, aTicket, ticketFacts } from '../../testing/make.ts';

describe('links between assets and tickets', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(assetsService, { ports: { ticketChannels: fakes.ticketChannels! } });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const asset = async (name = 'Workstation'): Promise<string> =>
    (await api.post('/api/v1/assets', anAsset(await aClient(service, me.tenant), { name }))).body.data.data.asset_id as string;
  const ticketsOf = async (id: string, query = {}) => (await api.get(`/api/v1/assets/${id}/tickets`, { query })).body.data;

  it('links from the asset and tells of it', async () => {
    const [asset_id, ticket_id] = [await asset(), await aTicket(service, me.tenant)];
    const { status, body } = await api.post(`/api/v1/assets/${asset_id}/tickets`, { ticket_id, notes: 'Reported by phone' });
    expect(status).toBe(201);
    expect(body.data.data).toMatchObject({
      tenant: me.tenant,
      asset_id,
      entity_id: ticket_id,
      entity_type: 'ticket',
      relationship_type: 'affected',
      notes: 'Reported by phone',
      created_by: me.userId,
    });
    expect((await service.events(me.tenant)).at(-1)).toMatchObject({
      type: ticketLinkEvents.linked.type,
      subject: asset_id,
      aggregateversion: 2,
      data: { asset_id, ticket_id, relationship_type: 'affected' },
    });
  });

  it('links from the ticket, and both sides show the same link', async () => {
    const [asset_id, ticket_id] = [
      await asset('Router'),
      await aTicket(service, me.tenant, { ticket_number: 'T-77', title: 'Line is down' }),
    ];
    const { status, body } = await api.post(`/api/v1/tickets/${ticket_id}/assets`, { asset_id, relationship_type: 'causing' });
    expect([status, body.data.entity_id]).toEqual([201, ticket_id]);

    const [ticket] = (await ticketsOf(asset_id)).data;
    expect(ticket).toMatchObject({
      ticket_id,
      ticket_number: 'T-77',
      title: 'Line is down',
      is_closed: false,
      relationship_type: 'causing',
      association_notes: null,
    });
    const assets = await api.get(`/api/v1/tickets/${ticket_id}/assets`);
    expect(assets.body.data).toMatchObject([
      { asset_id, name: 'Router', client_name: 'Acme', relationship_type: 'causing', linked_at: ticket.linked_at },
    ]);
  });

  it('tells nothing of tickets of channels that are for other teams', async () => {
    const [asset_id, channel_id] = [await asset(), randomUUID()];
    const [secret, shown] = [await aTicket(service, me.tenant, { channel_id, title: 'Layoffs' }), await aTicket(service, me.tenant)];
    for (const ticket_id of [secret, shown]) await api.post(`/api/v1/assets/${asset_id}/tickets`, { ticket_id });
    const technician = {
      ...me,
      userId: randomUUID(),
      permissions: ['asset:read', 'asset:update', 'ticket:read', 'ticket:update'] as const,
    };
    const from = service.api(technician);
    const sees = async () => [
      (await from.get(`/api/v1/assets/${asset_id}/tickets`)).body.data.pagination.total,
      (await from.get(`/api/v1/assets/${asset_id}/tickets`, { query: { search: 'layoffs' } })).body.data.data.length,
      (await from.get(`/api/v1/assets/${asset_id}/summary`)).body.data.open_tickets_count,
      (await from.get(`/api/v1/tickets/${secret}/assets`)).status,
    ];
    expect(await sees()).toEqual([2, 1, 2, 200]);
    fakeHiddenChannels.set(technician.userId, [channel_id]);
    expect(await sees()).toEqual([1, 0, 1, 404]);
    const attempts = [
      await from.post(`/api/v1/assets/${asset_id}/tickets`, { ticket_id: secret }),
      await from.delete(`/api/v1/assets/${asset_id}/tickets/${secret}`),
      await from.post(`/api/v1/tickets/${secret}/assets`, { asset_id }),
      await from.delete(`/api/v1/tickets/${secret}/assets/${asset_id}`),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await ticketsOf(asset_id)).data).toHaveLength(2);
  });

  it('refuses a link that is there already', async () => {
    const [asset_id, ticket_id] = [await asset(), await aTicket(service, me.tenant)];
    expect((await api.post(`/api/v1/assets/${asset_id}/tickets`, { ticket_id })).status).toBe(201);
    expect((await api.post(`/api/v1/tickets/${ticket_id}/assets`, { asset_id, relationship_type: 'other' })).status).toBe(409);
  });

  it('unlinks from either side', async () => {
    const [asset_id, ticket_id] = [await asset(), await aTicket(service, me.tenant)];
    await api.post(`/api/v1/assets/${asset_id}/tickets`, { ticket_id });
    expect((await api.delete(`/api/v1/tickets/${ticket_id}/assets/${asset_id}`)).status).toBe(204);
    expect((await api.delete(`/api/v1/assets/${asset_id}/tickets/${ticket_id}`)).status).toBe(404);
    expect((await ticketsOf(asset_id)).data).toEqual([]);
    expect((await service.events(me.tenant)).at(-1)?.type).toBe(ticketLinkEvents.unlinked.type);
  });

  it('lists tickets by their last change, newest first, those not told of yet last', async () => {
    const asset_id = await asset();
    const older = await aTicket(service, me.tenant, { updated_at: '2026-01-01T00:00:00Z' });
    const newer = await aTicket(service, me.tenant, { updated_at: '2026-02-01T00:00:00Z', is_closed: true });
    const untold = randomUUID();
    for (const ticket_id of [older, untold, newer]) await api.post(`/api/v1/assets/${asset_id}/tickets`, { ticket_id });
    const ids = async (query = {}) => (await ticketsOf(asset_id, query)).data.map(({ ticket_id }: { ticket_id: string }) => ticket_id);
    expect(await ids()).toEqual([newer, older, untold]);
    expect(await ids({ is_closed: true })).toEqual([newer]);
    expect(await ids({ is_closed: false })).toEqual([older, untold]);
  });

  it('lists the assets of a ticket, last linked first', async () => {
    const ticket_id = await aTicket(service, me.tenant);
    for (const name of ['First', 'Second']) await api.post(`/api/v1/tickets/${ticket_id}/assets`, { asset_id: await asset(name) });
    const { body } = await api.get(`/api/v1/tickets/${ticket_id}/assets`);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Second', 'First']);
  });

  it('accepts any ticket while there is no desk service', async () => {
    const ticket_id = randomUUID();
    const { status } = await api.post(`/api/v1/assets/${await asset()}/tickets`, { ticket_id });
    expect(status).toBe(201);
    expect((await api.get(`/api/v1/tickets/${randomUUID()}/assets`)).body.data).toEqual([]);
  });

  it('follows what becomes of the ticket, and lets go of it when it is deleted', async () => {
    const [asset_id, ticket_id] = [await asset(), await aTicket(service, me.tenant)];
    await api.post(`/api/v1/assets/${asset_id}/tickets`, { ticket_id });
    const { asset_id: _, ...facts } = ticketFacts({ ticket_id });
    await service.publish(me.tenant, ticketEvents.closed, { ...facts, is_closed: true, status_name: 'Done' }, 3);
    await eventually(async () => (await ticketsOf(asset_id)).data[0].status_name === 'Done');
    // Older news is no news.
    await service.publish(me.tenant, ticketEvents.updated, { ...facts, title: 'Before', changed: ['title'] }, 2);
    await service.publish(me.tenant, ticketEvents.deleted, { ticket_id }, 4);
    await eventually(async () => (await ticketsOf(asset_id)).data.length === 0);
    expect((await api.post(`/api/v1/assets/${asset_id}/tickets`, { ticket_id })).status).toBe(404);
  });

  it('does not link a ticket by the news of its opening, which may come after it was unlinked', async () => {
    const asset_id = await asset();
    await aTicket(service, me.tenant, { asset_id });
    expect((await ticketsOf(asset_id)).data).toEqual([]);
  });

  it('links a ticket that is about to be opened, once, and lets go of it when it was not', async () => {
    const asset_id = await asset();
    const { client_id } = (await api.get(`/api/v1/assets/${asset_id}`)).body.data.data;
    const ticket_id = randomUUID();
    const identity = { tenant: me.tenant, actor: { id: me.userId, type: 'user' }, correlationId: 'test' } as const;
    const ask = async (given: object) =>
      (await callRpc(service.running.broker, assetRpc.linkNewTicket, { asset_id, client_id, ticket_id, ...given }, identity)).outcome;
    expect(await ask({ asset_id: randomUUID() })).toBe('unknown_asset');
    expect(await ask({ client_id: randomUUID() })).toBe('other_client');
    expect([await ask({}), await ask({})]).toEqual(['linked', 'linked']);
    expect((await ticketsOf(asset_id)).data).toMatchObject([{ ticket_id, relationship_type: 'affected' }]);
    for (let time = 0; time < 2; time++)
      await callRpc(service.running.broker, assetRpc.unlinkUnopenedTicket, { asset_id, ticket_id }, identity);
    expect((await ticketsOf(asset_id)).data).toEqual([]);
    const told = (await service.events(me.tenant)).filter(({ subject }) => subject === asset_id).map(({ type }) => type);
    expect(told.slice(1)).toEqual([ticketLinkEvents.linked.type, ticketLinkEvents.unlinked.type]);
  });

  it('asks the desk service once there is one, and keeps what it says', async () => {
    const known = ticketFacts({ title: 'Known to the desk' });
    const { asset_id: _, ...ticket } = known;
    serveRpc(
      service.running.broker,
      rpcHandler(ticketRpc.getTicketFacts, async ({ ticket_id }) => ({
        ticket: ticket_id === known.ticket_id ? { ...ticket, version: 1 } : null,
      })),
      {},
      toApiError,
      { error: () => {} },
    );
    await service.running.broker.connection.flush();
    const asset_id = await asset();
    expect((await api.post(`/api/v1/assets/${asset_id}/tickets`, { ticket_id: randomUUID() })).status).toBe(404);
    expect((await api.post(`/api/v1/assets/${asset_id}/tickets`, { ticket_id: known.ticket_id })).status).toBe(201);
    expect((await ticketsOf(asset_id)).data).toMatchObject([{ title: 'Known to the desk' }]);
  });
});
