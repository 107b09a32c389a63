import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError, tenantId } from '@psa/contract-kit';
import { ticketMailRpc } from '@psa/contracts-desk';
import { Broker, rpcHandler, serveRpc } from '@psa/events-kit';
import { takeNatsAccount } from '@psa/test-kit';
import { deskClient } from './desk.ts';

const TENANT = '5b0c2f3e-3f5f-4a53-9a53-0d6d2f0f5c11';
const context = { tenant: tenantId(TENANT), actor: { id: 'email', type: 'system' as const }, correlationId: 'test' };

describe('The desk, asked by the email service', () => {
  let url: string;
  let broker: Broker;
  beforeAll(async () => {
    url = await takeNatsAccount();
    broker = await Broker.connect({ url, name: 'email' });
  });
  afterAll(() => broker.close());

  async function startDesk(handle: () => Promise<{ ticket: null }>): Promise<Broker> {
    const desk = await Broker.connect({ url, name: 'desk' });
    serveRpc(desk, rpcHandler(ticketMailRpc.getMailTicket, handle), {}, (thrown) => thrown as ApiError, { error: () => {} });
    await desk.connection.flush();
    return desk;
  }

  it('answers a mail once it is back', async () => {
    const asked = deskClient(broker).getMailTicket(context, { ticket_id: TENANT });
    const desk = await startDesk(async () => ({ ticket: null }));
    expect(await asked).toEqual({ ticket: null });
    await desk.close();
  });

  it('is not asked again once it has refused', async () => {
    let calls = 0;
    const desk = await startDesk(() => {
      calls += 1;
      throw new ApiError('CONFLICT', 'No');
    });
    await expect(deskClient(broker).getMailTicket(context, { ticket_id: TENANT })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(calls).toBe(1);
    await desk.close();
  });
});
