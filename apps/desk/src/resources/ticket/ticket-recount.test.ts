import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TicketDetails } from '@psa/contracts-desk';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeTicket, standardSet } from '../../testing/make-ticket.ts';

const HOUR_MS = 3_600_000;

describe('the recount of tickets', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let clock: number;

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
    clock = Date.now();
  });

  const recountAfter = (hours: number) => service.tick('recount-tickets', new Date((clock += hours * HOUR_MS)));
  const totalOf = async ({ status_id, priority_id }: Pick<TicketDetails, 'status_id' | 'priority_id'>) =>
    (await api.get('/api/v1/tickets', { query: { status_id, priority_id: priority_id! } })).body.pagination.total as number;
  /** As an instance of a release does that does not keep the kind. */
  const forget = (kind = 'status_priority') => service.sql('delete from figures where tenant = $1 and kind = $2', [me.tenant, kind]);
  const isSettled = async () =>
    (await service.sql<{ is_settled: boolean }>('select is_settled from figure_recounts where tenant = $1', [me.tenant]))[0]?.is_settled;

  it('has lists by status and priority count their tickets until the figures were right once', async () => {
    const ticket = await makeTicket(api);
    await forget();
    expect(await totalOf(ticket)).toBe(1);
    await recountAfter(0);
    await forget();
    expect([await totalOf(ticket), await isSettled()]).toEqual([1, false]);
    await recountAfter(2);
    expect([await totalOf(ticket), await isSettled()]).toEqual([1, false]);
    await recountAfter(2);
    expect([await totalOf(ticket), await isSettled()]).toEqual([1, true]);
    await forget();
    expect(await totalOf(ticket)).toBe(0);
  });

  it('puts figures right once a day, and has lists count again until they were right once more', async () => {
    const ticket = await makeTicket(api);
    await recountAfter(0);
    await recountAfter(2);
    expect(await isSettled()).toBe(true);
    await forget();
    await forget('status');
    await recountAfter(23);
    expect(await isSettled()).toBe(true);
    await recountAfter(2);
    expect([await totalOf(ticket), await isSettled()]).toEqual([1, false]);
    expect((await api.get('/api/v1/tickets/stats')).body.data).toMatchObject({ total_tickets: 1 });
  });

  it('follows the tickets through channels a reader sees, and changes of status and priority', async () => {
    const { channel, statuses, priorities } = await standardSet(api);
    await recountAfter(0);
    const ticket = await makeTicket(api);
    await makeTicket(api);
    await recountAfter(0);
    await recountAfter(2);
    expect(await totalOf(ticket)).toBe(2);
    const [status_id, priority_id] = [statuses[1]!.status_id, priorities[0]!.priority_id];
    await api.put(`/api/v1/tickets/${ticket.ticket_id}`, { status_id, priority_id });
    expect([await totalOf(ticket), await totalOf({ status_id, priority_id })]).toEqual([1, 1]);
    const query = { status_id, priority_id, channel_id: channel.channel_id };
    expect((await api.get('/api/v1/tickets', { query })).body.pagination.total).toBe(1);
    await api.delete(`/api/v1/tickets/${ticket.ticket_id}`);
    expect(await totalOf({ status_id, priority_id })).toBe(0);
  });

  it('finds nothing wrong while tickets are written', async () => {
    const ticket = await makeTicket(api);
    await recountAfter(0);
    let isWriting = true;
    const writers = [0, 1, 2, 3].map(async () => {
      while (isWriting) {
        const { ticket_id } = await makeTicket(api);
        await api.post(`/api/v1/tickets/${ticket_id}/close`, {});
      }
    });
    for (let round = 0; round < 5; round++) {
      await recountAfter(25);
      expect(await isSettled()).toBe(true);
    }
    isWriting = false;
    await Promise.all(writers);
    const counted = await service.sql<{ rows: number }>(
      'select count(*)::int as rows from tickets where tenant = $1 and status_id = $2 and priority_id = $3',
      [me.tenant, ticket.status_id, ticket.priority_id],
    );
    expect(await totalOf(ticket)).toBe(counted[0]?.rows);
  });
});
