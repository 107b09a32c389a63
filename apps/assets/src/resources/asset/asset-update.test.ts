import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { assetEvents } from '@psa/contracts-assets';
import { clientEvents } from '@psa/contracts-clients';
import { caller, eventually, type TestApi, type TestCaller, type TestRequest, type TestResponse, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { aClient, anAsset, changeClient, type MadeClient } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

describe('the update of an asset', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let client: MadeClient;

  beforeAll(async () => {
    service = await TestService.start(assetsService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    client = await aClient(service, me.tenant);
  });

  const path = (assetId: string) => `/api/v1/assets/${assetId}`;
  const add = async (given: Record<string, unknown> = {}) => (await api.post('/api/v1/assets', anAsset(client, given))).body.data.data;
  const update = (assetId: string, body: unknown, request: TestRequest = {}) => api.put(path(assetId), body, request);
  const read = async (assetId: string) => (await api.get(path(assetId))).body.data.data;
  const faults = ({ status, body }: TestResponse) => ({
    status,
    fields: body.error?.details.errors.map(({ field }: { field: string }) => field),
  });
  const toldUpdates = async () => (await service.events(me.tenant)).filter(({ type }) => type === assetEvents.updated.type);
  const versionOf = async (assetId: string) =>
    (await service.sql('select version from assets where asset_id = $1', [assetId]))[0].version as number;

  it('changes what is given, tells what it was and is, and keeps the history', async () => {
    const asset = await add({ name: 'old', location: 'Room 1', warranty_end_date: '2030-01-01T00:00:00Z' });
    const answer = await update(asset.asset_id, { name: ' new ', location: null, warranty_end_date: '2031-01-01T02:00:00+02:00' });
    expect(answer.status).toBe(200);
    const changed = { name: 'new', location: null, warranty_end_date: '2031-01-01T00:00:00.000Z' };
    expect(answer.body.data.data).toEqual({ ...asset, ...changed, updated_at: expect.any(String), version: 2 });
    expect(Date.parse(answer.body.data.data.updated_at)).toBeGreaterThan(Date.parse(asset.updated_at));
    const reread = await api.get(path(asset.asset_id));
    expect(reread.body.data.data).toEqual(answer.body.data.data);
    expect(reread.headers.get('etag')).toBe(answer.headers.get('etag'));

    const changes = {
      name: { previous: 'old', new: 'new' },
      location: { previous: 'Room 1', new: null },
      warranty_end_date: { previous: '2030-01-01T00:00:00.000Z', new: '2031-01-01T00:00:00.000Z' },
    };
    expect(await toldUpdates()).toMatchObject([{ subject: asset.asset_id, aggregateversion: 2, data: { name: 'new', changes } }]);
    const history = await api.get(`${path(asset.asset_id)}/changes`);
    expect(history.body.data.data).toMatchObject([{ changed_by: me.userId, changes }]);
  });

  it.each(['client_id', 'asset_type', 'asset_tag', 'name', 'status'])('cannot take %s away', async (member) => {
    const { asset_id } = await add();
    expect(faults(await update(asset_id, { [member]: null }))).toEqual({ status: 400, fields: [member] });
    expect(await versionOf(asset_id)).toBe(1);
  });

  it.each(['location_id', 'location', 'serial_number', 'purchase_date', 'warranty_end_date', 'extension_data'])(
    'takes %s away with null',
    async (member) => {
      const full = {
        location_id: client.location_id,
        location: 'x',
        serial_number: 'x',
        purchase_date: '2020-01-01T00:00:00Z',
        warranty_end_date: '2020-01-01T00:00:00Z',
        extension_data: { os_type: 'x' },
      };
      const asset = await add(full);
      expect(asset[member]).not.toBeNull();
      expect((await update(asset.asset_id, { [member]: null })).body.data.data).toMatchObject({ [member]: null });
    },
  );

  describe('of client and location', () => {
    it('takes the location away when the client changes', async () => {
      const other = await aClient(service, me.tenant, 'Other');
      const { asset_id } = await add({ location_id: client.location_id });
      const { body } = await update(asset_id, { client_id: other.client_id });
      expect(body.data.data).toMatchObject({ client_id: other.client_id, client_name: 'Other', location_id: null });
      expect((await toldUpdates())[0]?.data['changes']).toEqual({
        client_id: { previous: client.client_id, new: other.client_id },
        location_id: { previous: client.location_id, new: null },
      });
    });

    it('moves to a location of the new client, and to none of the old one', async () => {
      const other = await aClient(service, me.tenant, 'Other');
      const { asset_id } = await add({ location_id: client.location_id });
      expect(faults(await update(asset_id, { client_id: other.client_id, location_id: client.location_id }))).toEqual({
        status: 400,
        fields: ['location_id'],
      });
      expect(await read(asset_id)).toMatchObject({ client_id: client.client_id, location_id: client.location_id });
      expect((await update(asset_id, { client_id: other.client_id, location_id: other.location_id })).body.data.data).toMatchObject({
        client_id: other.client_id,
        location_id: other.location_id,
      });
    });

    it('keeps the location when the client is given and the same', async () => {
      const { asset_id } = await add({ location_id: client.location_id });
      expect((await update(asset_id, { client_id: client.client_id.toUpperCase(), name: 'new' })).body.data.data.location_id).toBe(
        client.location_id,
      );
    });

    it("refuses a location of another client, an unknown one and another tenant's", async () => {
      const [other, stranger] = [await aClient(service, me.tenant, 'Other'), await aClient(service, randomUUID())];
      const { asset_id } = await add();
      for (const location_id of [other.location_id, stranger.location_id, randomUUID()]) {
        expect(faults(await update(asset_id, { location_id }))).toEqual({ status: 400, fields: ['location_id'] });
      }
      for (const client_id of [stranger.client_id, randomUUID()])
        expect(faults(await update(asset_id, { client_id }))).toEqual({ status: 400, fields: ['client_id'] });
      expect(await versionOf(asset_id)).toBe(1);
    });

    it('refuses a location that is closed, and leaves an asset where it stands', async () => {
      const [there, elsewhere] = [await add({ location_id: client.location_id }), await add()];
      const { client_id, location_id } = client;
      await service.publish(me.tenant, clientEvents.locationUpdated, { client_id, location_id, location_name: 'HQ', is_active: false }, 4);
      await eventually(
        async () =>
          (await service.sql('select 1 from location_replicas where location_id = $1 and not is_active', [location_id])).length === 1,
      );
      expect(faults(await update(elsewhere.asset_id, { location_id }))).toEqual({ status: 400, fields: ['location_id'] });
      expect((await update(there.asset_id, { location_id, name: 'new' })).body.data.data).toMatchObject({ location_id, name: 'new' });
    });

    it('refuses to make or move an asset to an inactive client, and lets its assets be edited', async () => {
      const closed = await aClient(service, me.tenant, 'Closed');
      const [theirs, ours] = [await add({ client_id: closed.client_id, location_id: closed.location_id }), await add()];
      await changeClient(service, me.tenant, closed, { is_inactive: true });
      expect(faults(await api.post('/api/v1/assets', anAsset(closed)))).toEqual({ status: 400, fields: ['client_id'] });
      expect(faults(await update(ours.asset_id, { client_id: closed.client_id }))).toEqual({ status: 400, fields: ['client_id'] });
      expect((await update(theirs.asset_id, { name: 'new', client_id: closed.client_id })).body.data.data).toMatchObject({
        name: 'new',
        location_id: closed.location_id,
      });
      expect((await update(theirs.asset_id, { client_id: client.client_id })).body.data.data).toMatchObject({
        client_name: 'Acme',
        location_id: null,
      });
    });
  });

  describe('of extension data', () => {
    it('merges what is given over what is there', async () => {
      const { asset_id } = await add({ extension_data: { os_type: 'Linux', cpu_cores: 4, custom: { rack: 1 } } });
      await update(asset_id, { extension_data: { cpu_cores: 8, ram_gb: 16, os_type: null } });
      expect((await read(asset_id)).extension_data).toEqual({ os_type: null, cpu_cores: 8, ram_gb: 16, custom: { rack: 1 } });
      await update(asset_id, { name: 'other things stay' });
      expect((await read(asset_id)).extension_data).toMatchObject({ cpu_cores: 8 });
    });

    it.each([
      ['workstation', { cpu_cores: 0 }, 'cpu_cores'],
      ['network_device', { device_type: 'toaster' }, 'device_type'],
      ['server', { is_virtual: 'yes' }, 'is_virtual'],
      ['mobile_device', { imei: 1 }, 'imei'],
      ['printer', { supports_color: 'red' }, 'supports_color'],
    ])('of a %s is checked by its type', async (asset_type, extension_data, member) => {
      expect(faults(await api.post('/api/v1/assets', anAsset(client, { asset_type, extension_data })))).toEqual({
        status: 400,
        fields: [`extension_data.${member}`],
      });
      const { asset_id } = await add({ asset_type });
      expect(faults(await update(asset_id, { extension_data }))).toEqual({ status: 400, fields: [`extension_data.${member}`] });
      expect((await read(asset_id)).extension_data).toBeNull();
    });

    it('is left out of the event when it is too large for one, and refused when it is too large altogether', async () => {
      const asset = await add({ asset_type: 'workstation' });
      const blob = (kibibytes: number) => 'x'.repeat(kibibytes * 1024);
      expect((await update(asset.asset_id, { name: 'renamed', extension_data: { first: blob(300) } })).status).toBe(200);
      expect((await toldUpdates()).at(-1)?.data.changes).toEqual({
        name: { previous: asset.name, new: 'renamed' },
        extension_data: { previous: null, new: null, omitted: true },
      });
      const tooMuch = await update(asset.asset_id, { extension_data: { second: blob(300) } });
      expect(faults(tooMuch)).toEqual({ status: 400, fields: ['extension_data'] });
      expect(Object.keys((await read(asset.asset_id)).extension_data)).toEqual(['first']);
    });

    it('goes with the type it belonged to, and is checked by the new one', async () => {
      const { asset_id } = await add({ extension_data: { os_type: 'Linux' } });
      expect(faults(await update(asset_id, { asset_type: 'printer', extension_data: { supports_color: 1 } }))).toEqual({
        status: 400,
        fields: ['extension_data.supports_color'],
      });
      expect(
        (await update(asset_id, { asset_type: 'printer', extension_data: { supports_color: true } })).body.data.data.extension_data,
      ).toEqual({ supports_color: true });
      expect((await update(asset_id, { asset_type: 'server' })).body.data.data.extension_data).toBeNull();
    });

    it('is ignored on an asset of unknown type, which has none', async () => {
      const { asset_id, extension_data } = await add({ asset_type: 'unknown', extension_data: { os_type: 'x' } });
      expect(extension_data).toBeNull();
      expect((await update(asset_id, { extension_data: { os_type: 'x' } })).body.data.data.extension_data).toBeNull();
    });

    it.each([['text'], [7], [[1]], [true]])('is no %j', async (extension_data) => {
      expect(faults(await api.post('/api/v1/assets', anAsset(client, { extension_data })))).toEqual({
        status: 400,
        fields: ['extension_data'],
      });
    });
  });

  describe('that changes nothing', () => {
    it('raises no version and tells nothing', async () => {
      const asset = await add({
        warranty_end_date: '2030-01-01T00:00:00.5Z',
        location_id: client.location_id,
        extension_data: { os_type: 'Linux', system_info: { zz: 1, a: { long_name: 1, b: [2] } } },
      });
      const bodies = [
        {},
        { name: ` ${asset.name} ` },
        { warranty_end_date: '2030-01-01T01:00:00.500+01:00' },
        { location_id: client.location_id.toUpperCase() },
        { extension_data: {} },
        { extension_data: { system_info: { a: { b: [2], long_name: 1 }, zz: 1 } } },
        { client_id: client.client_id },
        { serial_number: null },
      ];
      for (const body of bodies) {
        const answer = await update(asset.asset_id, body);
        expect({ body, status: answer.status, data: answer.body.data.data }).toEqual({ body, status: 200, data: asset });
      }
      expect(await versionOf(asset.asset_id)).toBe(1);
      expect(await toldUpdates()).toEqual([]);
      expect(await service.sql('select 1 from asset_changes where asset_id = $1', [asset.asset_id])).toEqual([]);
    });

    it('is what writing back a resource as it was read comes to', async () => {
      const { asset_id } = await add({
        location_id: client.location_id,
        serial_number: 'x',
        purchase_date: '2024-02-29T12:00:00Z',
        extension_data: { last_login: '2026-01-01T00:00:00+01:00', more: { b: 1, aa: 2 } },
      });
      await api.post(`${path(asset_id)}/maintenance`, { schedule_type: 'inspection', frequency: 'yearly' });
      await api.post(`${path(asset_id)}/relationships`, { related_asset_id: (await add()).asset_id, relationship_type: 'connected_to' });
      const before = await api.get(path(asset_id));
      const after = await update(asset_id, before.body.data.data, { headers: { 'if-match': before.headers.get('etag') ?? '' } });
      expect(after.body.data).toEqual(before.body.data);
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    });

    it('names what is read-only in it to a caller that asks for strictness', async () => {
      const { asset_id } = await add();
      const body = await read(asset_id);
      const readOnly = [
        'asset_id',
        'client_name',
        'warranty_status',
        'created_at',
        'updated_at',
        'tenant',
        'version',
        '_links',
        'maintenance_status',
        'relationships',
        'documents',
        'maintenance_schedules',
      ];
      const answer = faults(await update(asset_id, body, { headers: { prefer: 'handling=strict' } }));
      expect({ ...answer, fields: answer.fields.sort() }).toEqual({ status: 400, fields: readOnly.sort() });
      const writable = Object.fromEntries(Object.entries(body).filter(([member]) => !readOnly.includes(member)));
      expect((await update(asset_id, writable, { headers: { prefer: 'handling=strict' } })).status).toBe(200);
    });
  });

  describe('by many at once', () => {
    it('is won by exactly one of those that have read the same version', async () => {
      const { asset_id } = await add();
      const etag = (await api.get(path(asset_id))).headers.get('etag') ?? '';
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) => update(asset_id, { name: `writer ${index}` }, { headers: { 'if-match': etag } })),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 15 }, () => 412)]);
      expect((await read(asset_id)).name).toBe(won[0]?.body.data.data.name);
      expect(await toldUpdates()).toMatchObject([{ aggregateversion: 2, data: { name: won[0]?.body.data.data.name } }]);
    });

    it('happens one after another without a condition, each with a version of its own', async () => {
      const { asset_id } = await add();
      const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => update(asset_id, { name: `writer ${index}` })));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await versionOf(asset_id)).toBe(17);
      expect((await toldUpdates()).map(({ aggregateversion }) => aggregateversion)).toEqual(
        Array.from({ length: 16 }, (_, index) => index + 2),
      );
    });

    it.each<[string, (etag: string) => string, number]>([
      ['the current tag', (etag) => etag, 200],
      ['any', () => '*', 200],
      ['a weak tag', (etag) => `W/${etag}`, 200],
      ['one of several', (etag) => `"7-a", ${etag}`, 200],
      ['another version', () => '"7-a"', 412],
      ['what is no tag of ours', () => '"abc"', 412],
    ])('takes If-Match with %s', async (_, make, expected) => {
      const { asset_id } = await add();
      const etag = (await api.get(path(asset_id))).headers.get('etag') ?? '';
      const headers = { 'if-match': make(etag) };
      expect((await update(asset_id, { name: 'new' }, { headers })).status).toBe(expected);
      expect(await versionOf(asset_id)).toBe(expected === 200 ? 2 : 1);
    });
  });
});
