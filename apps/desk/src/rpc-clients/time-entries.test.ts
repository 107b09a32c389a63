import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiError, entityCommandRpc, tenantId } from '@psa/contract-kit';
import { Broker, rpcHandler, serveRpc } from '@psa/events-kit';
import { takeNatsAccount } from '@psa/test-kit';
import { timeEntries } from './time-entries.ts';

const ID = '5b0c2f3e-3f5f-4a53-9a53-0d6d2f0f5c11';
const context = { tenant: tenantId(ID), actor: { id: ID, type: 'user' as const }, correlationId: 'test' };

describe('The time service, asked by the desk', () => {
  let desk: Broker;
  let time: Broker;
  const orders: string[] = [];

  beforeAll(async () => {
    const url = await takeNatsAccount();
    [desk, time] = [await Broker.connect({ url, name: 'desk' }), await Broker.connect({ url, name: 'time' })];
    const command = rpcHandler(entityCommandRpc('time').command, async ({ data }) => {
      orders.push(JSON.stringify(data));
      return { id: ID, entity: null };
    });
    serveRpc(time, command, {}, (thrown) => thrown as ApiError, { error: () => {} });
    await time.connection.flush();
  });
  afterAll(() => Promise.all([desk.close(), time.close()]));

  it('gets the same order for an entry however that was kept, so that a repetition is known as one', async () => {
    const entry = { service_id: ID, start_time: '2026-11-02T09:00:00Z', end_time: '2026-11-02T09:30:00Z', is_billable: true, notes: 'x' };
    const kept = { notes: 'x', end_time: entry.end_time, ticket_id: ID, service_id: ID, start_time: entry.start_time, is_billable: true };
    await timeEntries(desk).create(context, { ...entry, ticket_id: ID }, 'key');
    await timeEntries(desk).create(context, kept, 'key');
    expect(orders).toHaveLength(2);
    expect(orders[1]).toBe(orders[0]);
  });
});
