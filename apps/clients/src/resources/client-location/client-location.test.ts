import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clientEvents, type ClientLocation, MAX_LOCATIONS } from '@psa/contracts-clients';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { clientsService } from '../../clients-service.ts';
import { aLocation, makeClient, makeLocation } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

const everyMember = {
  location_name: 'Head office',
  address_line1: '1 Front Street',
  address_line2: 'Suite 2',
  address_line3: 'Back door',
  city: 'Columbus',
  state_province: 'OH',
  postal_code: '43215',
  country_code: 'US',
  country_name: 'United States',
  region_code: 'US-OH',
  is_billing_address: true,
  is_shipping_address: true,
  is_default: true,
  phone: '614 555 0100',
  fax: '614 555 0101',
  email: 'desk@acme.example',
  notes: 'Ring twice',
  is_active: true,
};

describe('locations of a client', () => {
  let service: TestService;
  let api: TestApi;
  let me: TestCaller;
  let client: string;
  let path: string;

  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    client = (await makeClient(api)).client_id;
    path = `/api/v1/clients/${client}/locations`;
  });

  const list = async (): Promise<ClientLocation[]> => (await api.get(path)).body.data;
  const defaults = async () => (await list()).filter(({ is_default }) => is_default).map(({ location_name }) => location_name);
  const change = (location: ClientLocation, body: object) => api.put(`${path}/${location.location_id}`, body);
  /** What was told of the locations: the fact, the client's version after it, and the location's name. */
  const told = async () =>
    (await service.events(me.tenant)).slice(1).map(({ type, subject, aggregateversion, data }) => {
      expect(subject).toBe(client);
      return [type, aggregateversion, data['location_name'] ?? data['location_id']];
    });

  it('are changed by people of the client portal but for the tax region', async () => {
    const portal = service.api(caller({ tenant: me.tenant, userType: 'client', clientId: client }));
    const added = await portal.post(path, { ...aLocation(), region_code: 'TAX-FREE' });
    expect({ status: added.status, data: added.body.data }).toMatchObject({ status: 201, data: { region_code: null } });
    const location = await makeLocation(api, client, { region_code: 'US-OH' });
    const changed = await portal.put(`${path}/${location.location_id}`, { region_code: 'TAX-FREE', city: 'Dayton' });
    expect({ status: changed.status, data: changed.body.data }).toMatchObject({
      status: 200,
      data: { region_code: 'US-OH', city: 'Dayton' },
    });
  });

  it('keeps every member and reads it back', async () => {
    const created = await api.post(path, { ...everyMember, email: ' Desk@ACME.example' });
    expect(created.status).toBe(201);
    const { location_id } = created.body.data;
    expect(created.headers.get('location')).toBe(`${path}/${location_id}`);
    expect(created.body.data).toMatchObject({ ...everyMember, client_id: client, tenant: me.tenant });
    expect((await api.get(`${path}/${location_id}`)).body).toEqual(created.body);
    expect(await list()).toEqual([created.body.data]);
  });

  it('needs an address; the rest has defaults or is null', async () => {
    const location = await makeLocation(api, client);
    expect(location).toMatchObject({ is_active: true, is_default: true, is_billing_address: false, is_shipping_address: false });
    for (const member of [
      'location_name',
      'address_line2',
      'address_line3',
      'state_province',
      'postal_code',
      'region_code',
      'phone',
      'fax',
      'email',
      'notes',
    ] as const) {
      expect({ [member]: location[member] }).toEqual({ [member]: null });
    }
  });

  it.each<[string, unknown]>([
    ['address_line1', ''],
    ['city', ' '],
    ['country_code', 'U'],
    ['country_code', 'USAX'],
    ['country_name', null],
    ['email', 'x'],
    ['phone', '1'.repeat(65)],
    ['is_active', 1],
  ])('refuses a faulty %s', async (member, value) => {
    const { status, body } = await api.post(path, aLocation({ [member]: value }));
    expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: [member] });
    expect(await list()).toEqual([]);
  });

  it('lists the default first, then by name', async () => {
    for (const location_name of ['warehouse', 'Annex', undefined, 'Branch']) await makeLocation(api, client, { location_name });
    await makeLocation(api, client, { location_name: 'Head office', is_default: true });
    expect((await list()).map(({ location_name }) => location_name)).toEqual(['Head office', 'Annex', 'Branch', 'warehouse', null]);
  });

  it('is not found under another client', async () => {
    const location = await makeLocation(api, client);
    const other = (await makeClient(api)).client_id;
    const elsewhere = `/api/v1/clients/${other}/locations/${location.location_id}`;
    expect((await api.get(elsewhere)).status).toBe(404);
    expect((await api.put(elsewhere, { city: 'Dublin' })).status).toBe(404);
    expect((await api.delete(elsewhere)).status).toBe(404);
    expect((await api.get(`/api/v1/clients/${randomUUID()}/locations`)).status).toBe(404);
  });

  it('raises the version of the client with each change, and tells of it under that version', async () => {
    const first = await makeLocation(api, client, { location_name: 'A' });
    await change(first, { location_name: 'B' });
    await change(first, { location_name: 'B' });
    await api.delete(`${path}/${first.location_id}`);
    expect(await told()).toEqual([
      [clientEvents.locationCreated.type, 2, 'A'],
      [clientEvents.locationUpdated.type, 3, 'B'],
      [clientEvents.locationDeleted.type, 4, first.location_id],
    ]);
    expect(await service.sql('select version from clients where client_id = $1', [client])).toEqual([{ version: 4 }]);
  });

  it('takes back what was read without changing anything', async () => {
    const location = await makeLocation(api, client, everyMember);
    expect((await change(location, location)).body.data).toEqual(location);
    expect(await told()).toHaveLength(1);
  });

  it('loses no update', async () => {
    const location = await makeLocation(api, client);
    const at = `${path}/${location.location_id}`;
    const etag = (await api.get(at)).headers.get('etag') as string;
    const headers = { 'if-match': etag };
    expect((await api.put(at, { city: 'Dublin' }, { headers })).status).toBe(200);
    expect((await api.put(at, { city: 'Cork' }, { headers })).status).toBe(412);
    expect((await api.delete(at, { headers })).status).toBe(412);
    expect((await api.get(at)).body.data.city).toBe('Dublin');
  });

  it('is not held up by a change of another location', async () => {
    const [first, second] = [await makeLocation(api, client), await makeLocation(api, client)];
    const etag = (await api.get(`${path}/${first.location_id}`)).headers.get('etag') as string;
    await change(second, { city: 'Dublin' });
    expect((await api.put(`${path}/${first.location_id}`, { city: 'Cork' }, { headers: { 'if-match': etag } })).status).toBe(200);
  });

  it(`has at most ${MAX_LOCATIONS}`, async () => {
    const { location_id } = await makeLocation(api, client);
    await service.sql(
      `insert into client_locations select (jsonb_populate_record(l, jsonb_build_object('location_id', gen_random_uuid(), 'is_default', false))).*
      from client_locations l, generate_series(2, $2) where location_id = $1`,
      [location_id, MAX_LOCATIONS],
    );
    expect(await list()).toHaveLength(MAX_LOCATIONS);
    expect((await api.post(path, aLocation())).status).toBe(409);
  });

  describe('of which one is the default', () => {
    let office: ClientLocation;
    let annex: ClientLocation;

    beforeEach(async () => {
      await makeLocation(api, client, { location_name: 'Closed', is_active: false });
      office = await makeLocation(api, client, { location_name: 'Office' });
      annex = await makeLocation(api, client, { location_name: 'Annex' });
    });

    it('is the first active one', async () => {
      expect(await defaults()).toEqual(['Office']);
    });

    it('hands over to one that is promoted, and tells of both', async () => {
      expect((await change(annex, { is_default: true })).body.data.is_default).toBe(true);
      expect(await defaults()).toEqual(['Annex']);
      expect((await told()).slice(-2)).toEqual([
        [clientEvents.locationUpdated.type, 5, 'Office'],
        [clientEvents.locationUpdated.type, 6, 'Annex'],
      ]);
    });

    it('hands over to one that is created as the default', async () => {
      await makeLocation(api, client, { location_name: 'New', is_default: true });
      expect(await defaults()).toEqual(['New']);
    });

    it.each([
      ['given up', { is_default: false }],
      ['deactivated', { is_active: false }],
    ])('hands over to the oldest active one when %s', async (_, body) => {
      await makeLocation(api, client, { location_name: 'Newest' });
      expect((await change(office, body)).body.data.is_default).toBe(false);
      expect(await defaults()).toEqual(['Annex']);
    });

    it('hands over to the oldest active one when deleted', async () => {
      expect((await api.delete(`${path}/${office.location_id}`)).status).toBe(204);
      expect(await defaults()).toEqual(['Annex']);
      expect((await told()).slice(-2)).toEqual([
        [clientEvents.locationDeleted.type, 5, office.location_id],
        [clientEvents.locationUpdated.type, 6, 'Annex'],
      ]);
    });

    it('is none when the last active one goes, and again the next that becomes active', async () => {
      await api.delete(`${path}/${office.location_id}`);
      await change(annex, { is_active: false });
      expect(await defaults()).toEqual([]);
      await change(annex, { is_active: true });
      expect(await defaults()).toEqual(['Annex']);
    });

    it('has to be active', async () => {
      for (const { status, body } of [
        await change(office, { is_active: false, is_default: true }),
        await api.post(path, aLocation({ is_active: false, is_default: true })),
      ])
        expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: ['is_default'] });
      expect(await defaults()).toEqual(['Office']);
    });

    it('cannot be given up by the only active one', async () => {
      await api.delete(`${path}/${annex.location_id}`);
      expect((await change(office, { is_default: false })).status).toBe(409);
      expect(await defaults()).toEqual(['Office']);
    });

    it('is one after sixteen promotions at the same time', async () => {
      const rivals = await Promise.all(
        Array.from({ length: 16 }, (_, index) => makeLocation(api, client, { location_name: `Rival ${index}` })),
      );
      const answers = await Promise.all(rivals.map((rival) => change(rival, { is_default: true })));
      expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
      expect(await defaults()).toHaveLength(1);
      const versions = (await service.events(me.tenant)).map(({ aggregateversion }) => aggregateversion);
      expect(versions).toEqual(versions.map((_, index) => index + 1));
    });

    it('is one after creating many at the same time', async () => {
      const empty = (await makeClient(api)).client_id;
      await Promise.all(Array.from({ length: 8 }, () => makeLocation(api, empty)));
      const { body } = await api.get(`/api/v1/clients/${empty}/locations`);
      expect(body.data.filter(({ is_default }: ClientLocation) => is_default)).toHaveLength(1);
    });
  });
});
