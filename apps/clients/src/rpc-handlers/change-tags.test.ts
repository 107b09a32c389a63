import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clientEvents, clientTagRpc } from '@psa/contracts-clients';
import { callRpc } from '@psa/events-kit';
import { caller, TestService } from '@psa/test-kit';
import { clientsService } from '../clients-service.ts';
import { fakes } from '../testing/fakes.ts';
import { makeClient, makeContact } from '../testing/make.ts';

describe('tags of clients and contacts', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
  });
  afterAll(() => service.stop());

  const change = (
    tenant: string,
    request: Partial<Parameters<typeof callRpc<typeof clientTagRpc.changeTags>>[2]> & { entity_id: string },
  ) =>
    callRpc(
      service.running.broker,
      clientTagRpc.changeTags,
      { entity_type: 'client', add: [], remove: [], max_tags: 3, ...request },
      { tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' },
    );

  it('are added and removed by the service that keeps all tags', async () => {
    const me = caller();
    const { client_id } = await makeClient(service.api(me), { tags: ['gold', 'ohio'] });
    expect(await change(me.tenant, { entity_id: client_id, add: ['vip', 'ohio'], remove: ['gold'] })).toEqual({
      tagged: { tags: ['ohio', 'vip'], version: 2 },
    });
    expect((await service.events(me.tenant)).at(-1)).toMatchObject({ type: clientEvents.updated.type, data: { tags: ['ohio', 'vip'] } });

    const { contact_name_id } = await makeContact(service.api(me), { tags: ['vip'] });
    expect(await change(me.tenant, { entity_type: 'contact', entity_id: contact_name_id, add: ['key'] })).toMatchObject({
      tagged: { tags: ['vip', 'key'] },
    });
  });

  it('are refused beyond what an entity may have, and for an unknown one', async () => {
    const me = caller();
    const { client_id } = await makeClient(service.api(me), { tags: ['a', 'b', 'c'] });
    await expect(change(me.tenant, { entity_id: client_id, add: ['d'] })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await change(me.tenant, { entity_id: randomUUID(), add: ['d'] })).toEqual({ tagged: null });
    expect(await change(caller().tenant, { entity_id: client_id, add: ['d'] })).toEqual({ tagged: null });
  });
});
