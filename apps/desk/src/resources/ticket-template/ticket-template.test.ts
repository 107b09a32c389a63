import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ticketTemplateEvents } from '@psa/contracts-desk';
import { caller, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeChannel, makeTicket, standardSet } from '../../testing/make-ticket.ts';
import { makeTemplate } from '../../testing/ticket-template.fixtures.ts';

describe('ticket templates', () => {
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

  const use = (id: string, body: object = {}) => api.post(`/api/v1/ticket-templates/${id}/tickets`, { client_id: randomUUID(), ...body });

  it('become tickets with their checklist and due date', async () => {
    const template = await makeTemplate(api);
    const { status, body } = await use(template.ticket_template_id, { title: 'Check the backups of Acme', tags: ['backup'] });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      title: 'Check the backups of Acme',
      tags: ['backup'],
      attributes: { ticket_template_id: template.ticket_template_id },
    });
    expect(Date.parse(body.data.due_date) - Date.parse(body.data.entered_at)).toBeGreaterThan(479 * 60_000);
    const items = (await api.get(`/api/v1/tickets/${body.data.ticket_id}/checklist`)).body.data;
    expect(items).toMatchObject([
      { item_text: 'Restore a file', is_required: true, order_number: 1 },
      { item_text: 'Look at the log', is_required: false },
    ]);
    expect((await api.post(`/api/v1/tickets/${body.data.ticket_id}/close`, {})).status).toBe(409);
  });

  it('open no closed ticket whose checklist has to be completed first', async () => {
    const template = await makeTemplate(api);
    const refused = await use(template.ticket_template_id, { status: 'Closed' });
    expect([refused.status, refused.body.error.details[0].rule]).toEqual([409, 'checklist_incomplete']);
    expect((await api.get('/api/v1/tickets')).body.pagination.total).toBe(0);
  });

  it('give their tickets the ids they have in other systems', async () => {
    const template = await makeTemplate(api);
    const external_ids = [{ source: 'monitoring', id: '4711' }];
    const { ticket_id } = (await use(template.ticket_template_id, { external_ids })).body.data;
    expect((await api.get(`/api/v1/tickets/${ticket_id}`)).body.data.external_ids).toEqual(external_ids);
    expect((await use(template.ticket_template_id, { external_ids })).status).toBe(409);
  });

  it('open no part of a ticket that the caller does not see', async () => {
    const template = await makeTemplate(api);
    const { channel_id } = await makeChannel(api, { visible_to_team_ids: [randomUUID()] });
    const { ticket_id } = await makeTicket(api, { channel_id });
    const outside = service.api({ ...me, userId: randomUUID(), permissions: ['ticket:read', 'ticket:create'] });
    const body = { client_id: randomUUID(), parent_ticket_id: ticket_id };
    const refused = await outside.post(`/api/v1/ticket-templates/${template.ticket_template_id}/tickets`, body);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, ['parent_ticket_id']]);
  });

  it('leave what belongs to their channel when the ticket goes to another', async () => {
    const { statuses, channel, priorities } = await standardSet(api);
    const ticket = {
      title: 'Check',
      channel_id: channel.channel_id,
      status_id: statuses[1]?.status_id,
      priority_id: priorities[0]?.priority_id,
    };
    const template = await makeTemplate(api, { ticket });
    const other = await makeChannel(api);
    const { body } = await use(template.ticket_template_id, { channel_id: other.channel_id });
    expect(body.data).toMatchObject({ channel_id: other.channel_id, status_name: 'Open' });
    expect((await use(template.ticket_template_id)).body.data.status_id).toBe(statuses[1]?.status_id);
  });

  it('refuse what no ticket could have, naming it', async () => {
    const { channel } = await standardSet(api);
    const refusal = async (ticket: object) => {
      const { status, body } = await api.post('/api/v1/ticket-templates', { name: randomUUID(), ticket });
      return [status, body.error.details[0].path.join('.')];
    };
    expect(await refusal({ channel_id: randomUUID() })).toEqual([400, 'ticket.channel_id']);
    expect(await refusal({ channel_id: channel.channel_id, status: 'Nowhere' })).toEqual([400, 'ticket.status']);
    expect(await refusal({ category_id: randomUUID() })).toEqual([400, 'ticket.channel_id']);
    expect(await refusal({ assigned_to: `${UNKNOWN}0000-4000-8000-000000000000` })).toEqual([400, 'ticket.assigned_to']);
    const untitled = await makeTemplate(api, { ticket: {} });
    expect((await use(untitled.ticket_template_id)).body.error.details[0].path).toEqual(['title']);
  });

  it('are used only while they are active, and have names of their own', async () => {
    const template = await makeTemplate(api, { name: 'Check' });
    expect((await api.post('/api/v1/ticket-templates', { name: 'CHECK' })).status).toBe(409);
    await api.put(`/api/v1/ticket-templates/${template.ticket_template_id}`, { is_active: false });
    expect((await use(template.ticket_template_id)).status).toBe(409);
    expect((await api.get('/api/v1/ticket-templates', { query: { is_active: 'true' } })).body.pagination.total).toBe(0);
    const types = (await service.events(me.tenant)).map(({ type }) => type).filter((type) => type.includes('ticket_template'));
    expect(types).toEqual([ticketTemplateEvents.created.type, ticketTemplateEvents.updated.type]);
  });

  it('take back what was read without changing anything', async () => {
    const template = await makeTemplate(api);
    const before = await service.events(me.tenant);
    await api.put(`/api/v1/ticket-templates/${template.ticket_template_id}`, template);
    expect(await service.events(me.tenant)).toHaveLength(before.length);
  });
});
