import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contactRpc } from '@psa/contracts-clients';
import { callRpc } from '@psa/events-kit';
import { caller, TestService } from '@psa/test-kit';
import { clientsService } from '../clients-service.ts';
import { makeClient, makeContact } from '../testing/make.ts';
import { fakes } from '../testing/fakes.ts';

describe('what others ask of contacts and account managers', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
  });
  afterAll(() => service.stop());

  const by = (tenant: string) => ({ tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' }) as const;

  it('is the facts of a contact with its version', async () => {
    const me = caller();
    const api = service.api(me);
    const { client_id } = await makeClient(api);
    const { contact_name_id, full_name, email } = await makeContact(api, { client_id });
    await api.put(`/api/v1/contacts/${contact_name_id}`, { role: 'Owner' });
    const { broker } = service.running;
    expect(await callRpc(broker, contactRpc.getContactFacts, { contact_name_id }, by(me.tenant))).toEqual({
      contact: { contact_name_id, full_name, email, client_id, is_inactive: false, tags: [], version: 2 },
    });
    expect(await callRpc(broker, contactRpc.getContactFacts, { contact_name_id }, by(caller().tenant))).toEqual({ contact: null });
  });

  it('is how many clients a user looks after', async () => {
    const me = caller();
    const user_id = randomUUID();
    for (const account_manager_id of [user_id, user_id, randomUUID(), null]) await makeClient(service.api(me), { account_manager_id });
    const { broker } = service.running;
    expect(await callRpc(broker, contactRpc.countManagedBy, { user_id }, by(me.tenant))).toEqual({ clients: 2 });
    expect(await callRpc(broker, contactRpc.countManagedBy, { user_id }, by(caller().tenant))).toEqual({ clients: 0 });
  });
});
