import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clientEvents } from '@psa/contracts-clients';
import { unavailable } from '@psa/http-kit';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { clientsService } from '../../clients-service.ts';
import type { Dependency } from '@psa/contract-kit';
import { fakes, UNKNOWN_USER } from '../../testing/fakes.ts';
import { aClient, makeClient, makeLocation } from '../../testing/make.ts';

const everyMember = {
  client_name: 'Northline Cabinetry',
  billing_cycle: 'semi-annually',
  phone_no: '+1 614 555 0100',
  email: 'office@northline.example',
  url: 'https://www.northline.example',
  address: '1 Front Street, Columbus',
  client_type: 'company',
  tax_id_number: 'US-1',
  notes: 'Prefers calls',
  properties: { industry: 'Manufacturing', company_size: '50-199', annual_revenue: 12.5, nested: { list: [1, null] } },
  payment_terms: 'net_15',
  credit_limit: Number.MAX_SAFE_INTEGER,
  preferred_payment_method: 'card',
  auto_invoice: true,
  invoice_delivery_method: 'portal',
  region_code: 'US-OH',
  is_tax_exempt: true,
  tax_exemption_certificate: 'EX-1',
  timezone: 'America/New_York',
  invoice_template_id: randomUUID(),
  billing_email: 'accounts@northline.example',
  account_manager_id: randomUUID(),
  is_inactive: false,
  tags: ['vip', 'ohio'],
};

describe('clients', () => {
  let service: TestService;
  let api: TestApi;
  let me: TestCaller;
  let dependents: () => Promise<Dependency[]>;

  beforeAll(async () => {
    service = await TestService.start(clientsService, {
      ports: { ...fakes, dependents: { ofClient: () => dependents(), ofContact: async () => [] } },
    });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    dependents = async () => [];
    me = caller();
    api = service.api(me);
  });

  describe('creating', () => {
    it('keeps every member, tells of the client, and reads it back', async () => {
      const created = await api.post('/api/v1/clients', everyMember);
      expect(created.status).toBe(201);
      const { client_id } = created.body.data;
      expect(created.headers.get('location')).toBe(`/api/v1/clients/${client_id}`);
      expect(created.body.data).toMatchObject({
        ...everyMember,
        tenant: me.tenant,
        credit_balance: 0,
        logoUrl: null,
        account_manager_full_name: 'Jane Roe',
      });

      expect((await api.get(`/api/v1/clients/${client_id}`)).body).toEqual(created.body);
      expect(await service.events(me.tenant)).toMatchObject([
        {
          type: clientEvents.created.type,
          subject: client_id,
          aggregateversion: 1,
          data: { client_id, client_name: 'Northline Cabinetry', is_inactive: false },
        },
      ]);
    });

    it('needs a name and a billing cycle; the rest has defaults or is null', async () => {
      const client = await makeClient(api);
      expect(client).toMatchObject({ url: '', auto_invoice: false, is_tax_exempt: false, is_inactive: false, tags: [], credit_balance: 0 });
      const unset = [
        'phone_no',
        'email',
        'address',
        'client_type',
        'tax_id_number',
        'notes',
        'properties',
        'payment_terms',
        'credit_limit',
        'preferred_payment_method',
        'invoice_delivery_method',
        'region_code',
        'tax_exemption_certificate',
        'timezone',
        'invoice_template_id',
        'billing_contact_id',
        'billing_email',
        'account_manager_id',
        'account_manager_full_name',
        'logoUrl',
      ] as const;
      for (const member of unset) expect({ [member]: client[member] }).toEqual({ [member]: null });
    });

    it('normalises addresses and tags', async () => {
      const client = await makeClient(api, {
        client_name: '  Acme  ',
        url: 'www.acme.example',
        email: ' Office@ACME.Example ',
        billing_email: 'BILLS@acme.example',
        tags: [' vip ', 'vip'],
      });
      expect(client).toMatchObject({
        client_name: 'Acme',
        url: 'https://www.acme.example',
        email: 'office@acme.example',
        billing_email: 'bills@acme.example',
        tags: ['vip'],
      });
    });

    it.each<[string, unknown]>([
      ['client_name', ' '],
      ['client_name', 'x'.repeat(256)],
      ['client_name', null],
      ['billing_cycle', 'daily'],
      ['billing_cycle', undefined],
      ['email', 'nobody'],
      ['url', 'https://localhost'],
      ['phone_no', '1'.repeat(65)],
      ['credit_limit', -1],
      ['credit_limit', 0.5],
      ['credit_limit', 2 ** 53],
      ['credit_limit', '5'],
      ['client_type', 'x'.repeat(51)],
      ['invoice_delivery_method', 'pigeon'],
      ['timezone', 'Mars/Olympus'],
      ['timezone', '+05:00'],
      ['account_manager_id', 'me'],
      ['properties', []],
      ['properties', { blob: 'ü'.repeat(32 * 1024) }],
      ['properties', { industry: 5 }],
      ['tags', Array.from({ length: 51 }, (_, tag) => `t${tag}`)],
      ['tags', ['']],
      ['is_inactive', 'yes'],
    ])('refuses a faulty %s', async (member, value) => {
      const { status, body } = await api.post('/api/v1/clients', aClient({ [member]: value }));
      expect({ status, code: body.error.code, member: body.error.details[0].path[0] }).toEqual({
        status: 400,
        code: 'VALIDATION_ERROR',
        member,
      });
      expect((await api.get('/api/v1/clients')).body.data).toEqual([]);
    });

    it('refuses an account manager who is nobody, or a user of another tenant', async () => {
      const refused = { status: 400, body: { error: { details: [{ path: ['account_manager_id'], code: 'unknown_reference' }] } } };
      expect(await api.post('/api/v1/clients', aClient({ account_manager_id: UNKNOWN_USER }))).toMatchObject(refused);
      const { client_id } = await makeClient(api);
      expect(await api.put(`/api/v1/clients/${client_id}`, { account_manager_id: UNKNOWN_USER })).toMatchObject(refused);
      expect((await api.get(`/api/v1/clients/${client_id}`)).body.data.account_manager_id).toBeNull();
    });

    it('refuses a name another client has, whatever its case, but not one of another tenant', async () => {
      const { client_id } = await makeClient(api, { client_name: 'Zoë & Söhne' });
      const taken = await api.post('/api/v1/clients', aClient({ client_name: 'ZOË & SÖHNE' }));
      expect(taken.status).toBe(409);
      expect(taken.body.error).toMatchObject({ code: 'CONFLICT', details: [{ path: ['client_name'], existing_id: client_id }] });
      expect((await service.api(caller()).post('/api/v1/clients', aClient({ client_name: 'Zoë & Söhne' }))).status).toBe(201);
    });

    it('gives a name to one of many who want it at the same time', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => api.post('/api/v1/clients', aClient({ client_name: 'Acme' }))));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(11).fill(409)]);
      expect((await api.get('/api/v1/clients')).body.pagination.total).toBe(1);
    });
  });

  describe('changing', () => {
    it('changes what is given, tells what that was, and leaves the rest', async () => {
      const { client_id } = await makeClient(api, { ...everyMember });
      const { status, body } = await api.put(`/api/v1/clients/${client_id}`, {
        client_name: 'Northline',
        notes: null,
        properties: { industry: 'Retail' },
      });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ ...everyMember, client_name: 'Northline', notes: null, properties: { industry: 'Retail' } });
      expect((await service.events(me.tenant)).at(-1)).toMatchObject({
        type: clientEvents.updated.type,
        aggregateversion: 2,
        data: { client_name: 'Northline', changed: ['client_name', 'notes', 'properties'] },
      });
    });

    it('says so when a client becomes inactive', async () => {
      const { client_id } = await makeClient(api);
      await api.put(`/api/v1/clients/${client_id}`, { is_inactive: true });
      expect((await service.events(me.tenant)).at(-1)).toMatchObject({
        type: clientEvents.inactivated.type,
        aggregateversion: 2,
        data: { client_id },
      });
      expect((await service.events(me.tenant)).at(-2)).toMatchObject({ data: { client_id, is_inactive: true, changed: ['is_inactive'] } });
    });

    it('takes back what was read without changing anything', async () => {
      const { client_id } = await makeClient(api, { ...everyMember });
      const read = await api.get(`/api/v1/clients/${client_id}`);
      const written = await api.put(`/api/v1/clients/${client_id}`, read.body.data);
      expect(written.body).toEqual(read.body);
      expect(written.headers.get('etag')).toBe(read.headers.get('etag'));
      expect(await service.events(me.tenant)).toHaveLength(1);
    });

    it('takes back an empty client that was read as well', async () => {
      const client = await makeClient(api);
      expect((await api.put(`/api/v1/clients/${client.client_id}`, client)).body.data).toEqual(client);
    });

    it('refuses the name of another client', async () => {
      const { client_name, client_id: existing_id } = await makeClient(api);
      const { client_id } = await makeClient(api);
      expect(await api.put(`/api/v1/clients/${client_id}`, { client_name: client_name.toUpperCase() })).toMatchObject({
        status: 409,
        body: { error: { details: [{ path: ['client_name'], existing_id }] } },
      });
      expect((await api.put(`/api/v1/clients/${client_id}`, { client_name: `${client_name} 2` })).status).toBe(200);
    });

    it('loses no update: of many who read the same version one may write', async () => {
      const { client_id } = await makeClient(api);
      const etag = (await api.get(`/api/v1/clients/${client_id}`)).headers.get('etag') as string;
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          api.put(`/api/v1/clients/${client_id}`, { notes: `by ${index}` }, { headers: { 'if-match': etag } }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
    });
  });

  describe('deleting', () => {
    it('takes the locations along and tells of it', async () => {
      const { client_id } = await makeClient(api);
      await makeLocation(api, client_id);
      expect((await api.delete(`/api/v1/clients/${client_id}`)).status).toBe(204);
      expect((await api.get(`/api/v1/clients/${client_id}`)).status).toBe(404);
      expect(await service.sql('select 1 from client_locations where client_id = $1', [client_id])).toEqual([]);
      expect((await api.get('/api/v1/clients')).body.pagination.total).toBe(0);
      expect((await service.events(me.tenant)).at(-1)).toMatchObject({
        type: clientEvents.deleted.type,
        aggregateversion: 3,
        data: { client_id },
      });
    });

    it('is refused while something depends on the client', async () => {
      const { client_id } = await makeClient(api);
      const dependencies = [{ type: 'asset', count: 2, label: '2 assets' }];
      dependents = async () => dependencies;
      const { status, body } = await api.delete(`/api/v1/clients/${client_id}`);
      expect(status).toBe(409);
      expect(body.error).toMatchObject({ code: 'CONFLICT', message: 'The client still has 2 assets', details: { dependencies } });
      expect((await api.get(`/api/v1/clients/${client_id}`)).status).toBe(200);
    });

    it('is put off while a service that may depend on the client does not answer', async () => {
      const { client_id } = await makeClient(api);
      dependents = async () => {
        throw unavailable();
      };
      expect((await api.delete(`/api/v1/clients/${client_id}`)).status).toBe(503);
      expect((await api.get(`/api/v1/clients/${client_id}`)).status).toBe(200);
    });

    it('asks nobody about a client that is unknown or has changed', async () => {
      dependents = async () => {
        throw new Error('asked');
      };
      const { client_id } = await makeClient(api);
      const { headers } = await api.get(`/api/v1/clients/${client_id}`);
      await api.put(`/api/v1/clients/${client_id}`, { notes: 'x' });
      expect((await api.delete(`/api/v1/clients/${client_id}`, { headers: { 'if-match': headers.get('etag') as string } })).status).toBe(
        412,
      );
      expect((await api.delete(`/api/v1/clients/${randomUUID()}`)).status).toBe(404);
    });
  });

  it('is served as companies, too', async () => {
    const created = await api.post('/api/v1/companies', aClient());
    const { client_id } = created.body.data;
    expect(created.headers.get('location')).toBe(`/api/v1/clients/${client_id}`);
    const { location_id } = await makeLocation(api, client_id);
    for (const path of ['', `/${client_id}`, `/${client_id}/locations`, `/${client_id}/locations/${location_id}`]) {
      expect((await api.get(`/api/v1/companies${path}`)).body).toEqual((await api.get(`/api/v1/clients${path}`)).body);
    }
    expect((await api.put(`/api/v1/companies/${client_id}`, { notes: 'x' })).status).toBe(200);
    expect((await api.delete(`/api/v1/companies/${client_id}`)).status).toBe(204);
  });

  describe('to a person of the client portal', () => {
    const portalUser = (clientId: string) => service.api(caller({ tenant: me.tenant, userType: 'client', clientId }));

    it('shows the own client and no other', async () => {
      const [own, other] = [await makeClient(api), await makeClient(api)];
      const portal = portalUser(own.client_id);
      expect((await portal.get('/api/v1/clients')).body).toMatchObject({ data: [{ client_id: own.client_id }], pagination: { total: 1 } });
      expect((await portal.get(`/api/v1/clients/${own.client_id}/locations`)).status).toBe(200);
      for (const path of ['', '/locations']) expect((await portal.get(`/api/v1/clients/${other.client_id}${path}`)).status).toBe(404);
      expect((await portal.put(`/api/v1/clients/${other.client_id}`, { phone_no: '111' })).status).toBe(404);
      expect((await portal.delete(`/api/v1/clients/${other.client_id}`)).status).toBe(403);
    });

    it('lets them change how to reach it and none of its terms', async () => {
      const own = await makeClient(api, { credit_limit: 100 });
      const { status } = await portalUser(own.client_id).put(`/api/v1/clients/${own.client_id}`, {
        phone_no: '+1 614 555 0101',
        credit_limit: 1_000_000,
      });
      expect(status).toBe(200);
      expect((await api.get(`/api/v1/clients/${own.client_id}`)).body.data).toMatchObject({
        phone_no: '+1 614 555 0101',
        credit_limit: 100,
      });
    });

    it('shows nothing of what staff wrote for themselves', async () => {
      const own = await makeClient(api, { notes: 'canary', properties: { canary: 'canary' }, credit_limit: 424242, tags: ['canary'] });
      const portal = portalUser(own.client_id);
      const self = `/api/v1/clients/${own.client_id}`;
      for (const { status, text } of [
        await portal.get('/api/v1/clients'),
        await portal.get(self),
        await portal.put(self, { phone_no: '+1 614 555 0101' }),
      ]) {
        expect(status).toBe(200);
        expect(text).not.toMatch(/canary|424242/);
      }
      expect((await portal.get(self)).body.data).toMatchObject({ notes: null, properties: null, credit_limit: null, tags: [] });
      for (const [filter, value] of Object.entries({ tags: 'guess', has_credit_limit: 'false', industry: 'guess' }))
        expect((await portal.get('/api/v1/clients', { query: { [filter]: value } })).body.error.details[0].path).toEqual([filter]);
    });

    it('lets them create and delete none', async () => {
      const { client_id } = await makeClient(api);
      const portal = portalUser(client_id);
      expect((await portal.post('/api/v1/clients', aClient())).status).toBe(403);
      expect((await portal.delete(`/api/v1/clients/${client_id}`)).status).toBe(403);
    });
  });
});
