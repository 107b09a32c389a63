import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { identityEvents } from '@psa/contracts-identity';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { clientsService } from '../clients-service.ts';
import { makeClient } from '../testing/make.ts';
import { fakes } from '../testing/fakes.ts';

describe('the name of the account manager', () => {
  let service: TestService;
  let api: TestApi;
  let me: TestCaller;
  let user_id: string;

  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
    user_id = randomUUID();
  });

  const user = (given: object = {}) => ({
    user_id,
    username: 'ada',
    email: 'ada@msp.example',
    first_name: 'Ada',
    last_name: 'Lovelace',
    user_type: 'internal',
    is_inactive: false,
    ...given,
  });
  const shown = async (clientId: string) =>
    (await api.get(`/api/v1/clients/${clientId}`)).body.data.account_manager_full_name as string | null;
  const becomes = (clientId: string, name: string | null) => eventually(async () => (await shown(clientId)) === name);

  it('is what identity says while nothing was heard of the user, and follows them', async () => {
    const { client_id, account_manager_full_name } = await makeClient(api, { account_manager_id: user_id });
    expect(account_manager_full_name).toBe('Jane Roe');
    await service.publish(me.tenant, identityEvents.userCreated, user(), 1);
    await becomes(client_id, 'Ada Lovelace');
    await service.publish(me.tenant, identityEvents.userUpdated, user({ last_name: 'King' }), 2);
    await becomes(client_id, 'Ada King');
    await service.publish(me.tenant, identityEvents.userDeleted, { user_id }, 3);
    await becomes(client_id, null);
  });

  it('is there at once when the client is created or changed, and in lists', async () => {
    await service.publish(me.tenant, identityEvents.userCreated, user(), 1);
    const first = await makeClient(api, { account_manager_id: user_id });
    await becomes(first.client_id, 'Ada Lovelace');
    expect(await makeClient(api, { account_manager_id: user_id })).toMatchObject({ account_manager_full_name: 'Ada Lovelace' });
    expect((await api.put(`/api/v1/clients/${first.client_id}`, { notes: 'x' })).body.data.account_manager_full_name).toBe('Ada Lovelace');
    expect((await api.get('/api/v1/clients')).body.data[0].account_manager_full_name).toBe('Ada Lovelace');
    expect(
      (await api.put(`/api/v1/clients/${first.client_id}`, { account_manager_id: null })).body.data.account_manager_full_name,
    ).toBeNull();
  });

  it('is the user name of a user without one', async () => {
    await service.publish(me.tenant, identityEvents.userCreated, user({ first_name: null, last_name: null }), 1);
    await becomes((await makeClient(api, { account_manager_id: user_id })).client_id, 'ada');
  });

  it('is not brought back by an older fact', async () => {
    const { client_id } = await makeClient(api, { account_manager_id: user_id });
    await service.publish(me.tenant, identityEvents.userUpdated, user({ first_name: 'New' }), 3);
    await becomes(client_id, 'New Lovelace');
    await service.publish(me.tenant, identityEvents.userUpdated, user({ first_name: 'Old' }), 2);
    await service.publish(me.tenant, identityEvents.userDeleted, { user_id }, 5);
    await becomes(client_id, null);
    await service.publish(me.tenant, identityEvents.userCreated, user({ first_name: 'Ghost' }), 4);
    await eventually(async () => (await service.sql('select 1 from inbox where tenant = $1', [me.tenant])).length === 4);
    expect(await shown(client_id)).toBeNull();
  });

  it('is unknown to another tenant', async () => {
    await service.publish(me.tenant, identityEvents.userCreated, user(), 1);
    await becomes((await makeClient(api, { account_manager_id: user_id })).client_id, 'Ada Lovelace');
    expect(await makeClient(service.api(caller()), { account_manager_id: user_id })).toMatchObject({
      account_manager_full_name: 'Jane Roe',
    });
  });
});
