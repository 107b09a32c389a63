import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { makeCategory } from '../../testing/category.fixtures.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeChannel, makeTicket, standardSet } from '../../testing/make-ticket.ts';

describe('figures that writers keep', () => {
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

  const stats = async (as = api) => (await as.get('/api/v1/tickets/stats')).body.data;
  const at = (ticketId: string) => `/api/v1/tickets/${ticketId}`;

  it('follow every change of tickets, and forget deleted ones', async () => {
    const { channel, statuses, priorities } = await standardSet(api);
    const { category_id } = await makeCategory(api, { channel_id: channel.channel_id });
    const other = await makeChannel(api);
    const one = await makeTicket(api, { category_id, due_date: '2026-01-01T00:00:00Z' });
    const two = await makeTicket(api, { assigned_to: randomUUID() });
    expect(await stats()).toMatchObject({
      total_tickets: 2,
      open_tickets: 2,
      unassigned_tickets: 1,
      overdue_tickets: 1,
      average_resolution_time: null,
      tickets_by_category: { [(await api.get(`/api/v1/categories/ticket/${category_id}`)).body.data.category_name]: 1 },
      tickets_created_today: 2,
    });
    await api.post(`${at(one.ticket_id)}/close`, {});
    await api.put(at(two.ticket_id), {
      channel_id: other.channel_id,
      status: 'Open',
      priority_id: priorities[0]?.priority_id,
      assigned_to: null,
    });
    const closed = statuses.find(({ is_closed }) => is_closed)?.status_id as string;
    const moved = (await api.get(at(two.ticket_id))).body.data.status_id as string;
    expect(await stats()).toMatchObject({
      total_tickets: 2,
      open_tickets: 1,
      closed_tickets: 1,
      unassigned_tickets: 1,
      overdue_tickets: 0,
      // Hours, of which a slow machine may need some hundredths.
      average_resolution_time: expect.closeTo(0, 0),
      tickets_by_status: { [closed]: 1, [moved]: 1 },
      tickets_by_priority: { [priorities[0]?.priority_name as string]: 1, [priorities[2]?.priority_name as string]: 1 },
      tickets_by_channel: { [channel.channel_name]: 1, [other.channel_name]: 1 },
    });
    await api.put(`${at(one.ticket_id)}/status`, { status_id: statuses[0]?.status_id });
    expect(await stats()).toMatchObject({ closed_tickets: 0, average_resolution_time: null });
    for (const { ticket_id } of [one, two]) await api.delete(at(ticket_id));
    expect(await stats()).toMatchObject({ total_tickets: 0, tickets_by_status: {}, tickets_by_category: {}, unassigned_tickets: 0 });
  });

  it('are the same for people of a client, counted over their own tickets', async () => {
    const clientId = randomUUID();
    await makeTicket(api, { client_id: clientId });
    await makeTicket(api);
    const person = service.api({ ...me, userId: randomUUID(), userType: 'client', clientId });
    expect(await stats(person)).toMatchObject({ total_tickets: 1, open_tickets: 1, tickets_created_today: 1 });
  });

  it('count the uses of tags in clouds, searches and analytics', async () => {
    const first = await makeTicket(api, { tags: ['laser', 'urgent'] });
    await makeTicket(api, { tags: ['laser'] });
    const cloud = async () => (await api.get('/api/v1/tags/cloud')).body.data;
    expect(await cloud()).toMatchObject({
      total_tags: 2,
      tags: [{ tag_text: 'laser', usage_count: 2, weight: 1 }, { tag_text: 'urgent' }],
    });
    const analytics = async (query = {}) => (await api.get('/api/v1/tags/analytics', { query })).body.data.analytics;
    const dated = await analytics({ date_from: '2020-01-01' });
    expect(await analytics()).toEqual(dated);
    expect(dated).toMatchObject({
      total_tags: 3,
      unique_tags: 2,
      most_used_tags: [{ tag_text: 'laser', usage_count: 2, entity_types: ['ticket'] }, { tag_text: 'urgent' }],
    });
    await api.put(at(first.ticket_id), { tags: [] });
    const found = (await api.get('/api/v1/tags/search', { query: { search_term: 'r' } })).body;
    expect(found).toMatchObject({ data: [{ tag_text: 'laser', usage_count: 1 }], pagination: { total: 1 } });
    await api.delete(at(first.ticket_id));
    expect(await cloud()).toMatchObject({ total_tags: 1 });
  });
});
