import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clientEvents, contactEvents } from '@psa/contracts-clients';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { clientsService } from '../../clients-service.ts';
import { makeClient, makeContact } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

describe('a client that becomes inactive', () => {
  let service: TestService;
  let api: TestApi;
  let me: TestCaller;
  let client: string;
  const people: Record<string, string> = {};

  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    client = (await makeClient(api)).client_id;
    for (const full_name of ['Ada', 'Grace'])
      people[full_name] = (await makeContact(api, { full_name, client_id: client })).contact_name_id;
    people['Gone'] = (await makeContact(api, { full_name: 'Gone', client_id: client, is_inactive: true })).contact_name_id;
    people['Other'] = (await makeContact(api, { full_name: 'Other' })).contact_name_id;
  });

  const inactivate = (is_inactive: boolean) => api.put(`/api/v1/clients/${client}`, { is_inactive });
  const reactivate = (headers = {}) => api.post(`/api/v1/clients/${client}/reactivate`, undefined, { headers });
  const change = (name: string, body: unknown) => api.put(`/api/v1/contacts/${people[name]}`, body);
  const active = async () =>
    (await api.get('/api/v1/contacts', { query: { is_inactive: 'false', sort: 'full_name', order: 'asc' } })).body.data.map(
      ({ full_name }: { full_name: string }) => full_name,
    ) as string[];
  const told = async () => (await service.events(me.tenant)).map(({ type, data }) => [type, data]);

  it('takes its active contacts along, and tells of each and of itself', async () => {
    await inactivate(true);
    expect(await active()).toEqual(['Other']);
    const events = (await service.events(me.tenant)).slice(5);
    expect(events).toMatchObject([
      { type: clientEvents.updated.type, aggregateversion: 2, data: { is_inactive: true } },
      { type: clientEvents.inactivated.type, aggregateversion: 2, data: { client_id: client } },
      { type: contactEvents.updated.type, aggregateversion: 2, data: { is_inactive: true, changed: ['is_inactive'], with_client: true } },
      { type: contactEvents.updated.type, aggregateversion: 2 },
    ]);
    expect(events).toHaveLength(4);
    await inactivate(true);
    expect(await service.events(me.tenant)).toHaveLength(9);
  });

  it('is made active alone when that is all that is said', async () => {
    await inactivate(true);
    await inactivate(false);
    expect(await active()).toEqual(['Other']);
    expect(await told()).toEqual(expect.arrayContaining([[clientEvents.reactivated.type, { client_id: client, with_people: false }]]));
  });

  it('gets back on request whom it took along, at once or later', async () => {
    await inactivate(true);
    const { status, body } = await reactivate();
    expect({ status, is_inactive: body.data.is_inactive }).toEqual({ status: 200, is_inactive: false });
    expect(await active()).toEqual(['Ada', 'Grace', 'Other']);
    expect(await told()).toEqual(expect.arrayContaining([[clientEvents.reactivated.type, { client_id: client, with_people: true }]]));

    await inactivate(true);
    await inactivate(false);
    await reactivate();
    expect(await active()).toEqual(['Ada', 'Grace', 'Other']);
  });

  it('does not get back whom somebody decided about since', async () => {
    await inactivate(true);
    await change('Ada', { is_inactive: false });
    await change('Ada', { is_inactive: true });
    await change('Grace', { client_id: null });
    await reactivate();
    expect(await active()).toEqual(['Other']);
  });

  it('gets back who was only written back as it was read', async () => {
    await inactivate(true);
    await change('Ada', (await api.get(`/api/v1/contacts/${people['Ada']}`)).body.data);
    await change('Grace', { role: 'Owner' });
    await reactivate();
    expect(await active()).toEqual(['Ada', 'Grace', 'Other']);
  });

  it('is reactivated from the version that was read, by staff', async () => {
    await inactivate(true);
    expect((await reactivate({ 'if-match': '"1-x"' })).status).toBe(412);
    const person = service.api(caller({ tenant: me.tenant, userType: 'client', clientId: client }));
    expect((await person.post(`/api/v1/clients/${client}/reactivate`)).status).toBe(403);
    expect((await person.put(`/api/v1/clients/${client}`, { is_inactive: false })).body.data.is_inactive).toBe(true);
  });

  it('takes the same contacts along however often it is done at the same time', async () => {
    await Promise.all([
      inactivate(true),
      inactivate(true),
      change('Ada', { role: 'Owner' }),
      change('Grace', { role: 'Owner' }),
      reactivate(),
    ]);
    await reactivate();
    expect(await active()).toEqual(['Ada', 'Grace', 'Other']);
    const versions = (await service.events(me.tenant))
      .filter(({ subject }) => subject === people['Ada'])
      .map(({ aggregateversion }) => aggregateversion);
    expect(versions).toEqual(versions.map((_, index) => index + 1));
  });

  it('is not deleted while it has contacts', async () => {
    const { status, body } = await api.delete(`/api/v1/clients/${client}`);
    expect({ status, dependencies: body.error.details.dependencies }).toEqual({
      status: 409,
      dependencies: [{ type: 'contact', count: 3, label: '3 contacts' }],
    });
  });

  it('sends its invoices to a contact of its own, or to one of no client', async () => {
    const billed = async (billing_contact_id: string | undefined, to = client) =>
      (await api.put(`/api/v1/clients/${to}`, { billing_contact_id })).status;
    expect(await billed(people['Ada'])).toBe(200);
    expect(await billed(people['Other'])).toBe(200);
    expect(await billed(client)).toBe(400);
    expect(await billed(people['Ada'], (await makeClient(api)).client_id)).toBe(400);
  });
});

describe('figures of clients', () => {
  it('count what there is, to people of the portal their own alone', async () => {
    const service = await TestService.start(clientsService, { ports: fakes });
    const me = caller();
    const api = service.api(me);
    const { client_id } = await makeClient(api, { client_type: 'company', billing_cycle: 'weekly', tags: ['vip'] });
    await makeClient(api, { client_type: 'company', is_inactive: true });
    await makeClient(api, { client_type: '', tags: ['vip', 'ohio'] });
    expect((await api.get('/api/v1/clients/stats')).body.data).toEqual({
      total_clients: 3,
      active_clients: 2,
      inactive_clients: 1,
      clients_by_billing_cycle: { weekly: 1, monthly: 2 },
      clients_by_client_type: { company: 2 },
      total_credit_balance: 0,
      average_credit_balance: 0,
    });
    expect((await api.get('/api/v1/clients', { query: { tags: 'vip' } })).body.pagination.total).toBe(2);
    expect((await api.get('/api/v1/clients', { query: { tags: 'vip,ohio' } })).body.pagination.total).toBe(1);
    const person = service.api(caller({ tenant: me.tenant, userType: 'client', clientId: client_id }));
    expect((await person.get('/api/v1/companies/stats')).body.data).toMatchObject({
      total_clients: 1,
      clients_by_billing_cycle: { weekly: 1 },
    });
    await service.stop();
  });
});
