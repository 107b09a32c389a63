import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ticketEvents } from '@psa/contracts-desk';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../../desk-service.ts';
import { fakes } from '../../../testing/fakes.ts';
import { aTicket } from '../../../testing/make-ticket.ts';

describe('imported tickets', () => {
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

  const importAll = (tickets: object[]) => api.post('/api/v1/tickets/import', { tickets });
  const closed = { status: 'Closed', entered_at: '2026-01-05T09:00:00.000Z', closed_at: '2026-01-05T12:00:00.000Z' };

  it('keep their times and comments, and count in the figures as they were', async () => {
    const comments = [
      { comment_text: 'Hello?', author_type: 'client', author_name: 'Grace', created_at: '2026-01-05T09:30:00.000Z' },
      { comment_text: 'Checked', is_internal: true, created_at: '2026-01-05T10:00:00.000Z' },
      { comment_text: 'Solved', is_resolution: true, created_at: '2026-01-05T11:00:00.000Z' },
    ];
    const external_ids = [{ source: 'former-desk', id: '20417' }];
    const { body } = await importAll([await aTicket(api, { ...closed, comments, tags: ['old'], external_ids })]);
    expect(body.data).toMatchObject({ imported_count: 1, results: [{ index: 0, success: true, ticket_number: 'TIC001001' }] });
    const path = `/api/v1/tickets/${body.data.results[0].ticket_id}`;
    expect((await api.get(path)).body.data).toMatchObject({
      entered_at: closed.entered_at,
      closed_at: closed.closed_at,
      is_closed: true,
      comment_count: 3,
      tags: ['old'],
      source: 'import',
      external_ids,
      sla: { first_response_at: '2026-01-05T11:00:00.000Z' },
    });
    expect((await api.get(`${path}/comments`)).body.data.map((row: { created_at: string }) => row.created_at)).toEqual(
      comments.map(({ created_at }) => created_at),
    );
    expect((await api.get('/api/v1/tickets/stats')).body.data).toMatchObject({
      closed_tickets: 1,
      average_resolution_time: 180,
      tickets_created_this_month: 0,
    });
    const types = (await service.events(me.tenant)).map(({ type }) => type).filter((type) => type.includes('.ticket.'));
    expect(types).toEqual([ticketEvents.imported.type]);
  });

  it('have the times of their comments, in whatever order those come', async () => {
    const comments = [
      { comment_text: 'Later', created_at: '2026-01-05T11:00:00.000Z' },
      { comment_text: 'Earlier', created_at: '2026-01-05T10:00:00.000Z' },
      { comment_text: 'Hello?', author_type: 'client', author_name: 'Grace', created_at: '2026-01-05T09:30:00.000Z' },
    ];
    const { body } = await importAll([await aTicket(api, { entered_at: closed.entered_at, comments })]);
    expect((await api.get(`/api/v1/tickets/${body.data.results[0].ticket_id}`)).body.data).toMatchObject({
      updated_at: '2026-01-05T11:00:00.000Z',
      response_state: 'awaiting_client',
      sla: { first_response_at: '2026-01-05T10:00:00.000Z' },
    });
  });

  it('are refused one by one, naming what is wrong', async () => {
    const { body } = await importAll([
      await aTicket(api, { ...closed, closed_at: '2026-01-04T12:00:00Z' }),
      await aTicket(api, { ...closed, closed_at: undefined }),
      await aTicket(api, { entered_at: '2999-01-01T00:00:00Z' }),
      await aTicket(api, { ...closed, comments: [{ comment_text: 'Early', created_at: '2025-01-01T00:00:00Z' }] }),
      await aTicket(api, closed),
    ]);
    expect(body.data.imported_count).toBe(1);
    expect(body.data.results.map(({ code }: { code?: string }) => code)).toEqual([
      ...Array.from({ length: 4 }, () => 'VALIDATION_ERROR'),
      undefined,
    ]);
  });
});
