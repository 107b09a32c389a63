import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientRpc } from '@psa/contracts-clients';
import { callRpc } from '@psa/events-kit';
import { caller, TestService } from '@psa/test-kit';
import { clientsService } from '../clients-service.ts';
import { makeClient, makeLocation } from '../testing/make.ts';
import { fakes } from '../testing/fakes.ts';

describe('the facts about a client', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
  });
  afterAll(() => service.stop());

  const facts = (tenant: string, client_id: string) =>
    callRpc(
      service.running.broker,
      clientRpc.getClientFacts,
      { client_id },
      { tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' },
    );

  it('hold all its locations and its version', async () => {
    const me = caller();
    const api = service.api(me);
    const { client_id, client_name } = await makeClient(api);
    const open = await makeLocation(api, client_id, { location_name: 'Open' });
    const shut = await makeLocation(api, client_id, { location_name: 'Shut', is_active: false });
    expect(await facts(me.tenant, client_id)).toEqual({
      client: {
        client_id,
        client_name,
        is_inactive: false,
        region_code: null,
        is_tax_exempt: false,
        payment_terms: null,
        billing_cycle: 'monthly',
        auto_invoice: false,
        email: null,
        phone_no: null,
        version: 3,
        locations: [
          expect.objectContaining({
            location_id: open.location_id,
            location_name: 'Open',
            is_active: true,
            address_line1: expect.any(String),
          }),
          expect.objectContaining({ location_id: shut.location_id, location_name: 'Shut', is_active: false }),
        ],
      },
    });
  });

  it('are null for a client that is unknown or of another tenant', async () => {
    const { client_id } = await makeClient(service.api(caller()));
    expect(await facts(caller().tenant, client_id)).toEqual({ client: null });
    expect(await facts(caller().tenant, randomUUID())).toEqual({ client: null });
  });

  it('are none of the ids that are of no client, or of one of another tenant', async () => {
    const [me, stranger] = [caller(), caller()];
    const { client_id: mine } = await makeClient(service.api(me));
    const { client_id: foreign } = await makeClient(service.api(stranger));
    const unknown = randomUUID();
    const { client_ids } = await callRpc(
      service.running.broker,
      clientRpc.listUnknownClients,
      { client_ids: [mine, foreign, unknown] },
      { tenant: me.tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' },
    );
    expect(client_ids).toEqual([foreign, unknown]);
  });

  it('are told to nobody who asks in no name', async () => {
    await expect(callRpc(service.running.broker, clientRpc.getClientFacts, { client_id: randomUUID() })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});
