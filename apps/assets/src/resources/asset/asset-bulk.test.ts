import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { assetEvents } from '@psa/contracts-assets';
import { caller, type TestApi, type TestCaller, type TestResponse, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { aClient, anAsset, type MadeClient } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

describe('bulk changes of assets', () => {
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

  const add = async (given: Record<string, unknown> = {}, at = api) =>
    (await at.post('/api/v1/assets', anAsset(client, given))).body.data.data.asset_id as string;
  const addThree = async () => [await add({ name: 'a' }), await add({ name: 'b' }), await add({ name: 'c' })] as const;
  const update = (...assets: unknown[]) => api.put('/api/v1/assets/bulk-update', { assets });
  const setStatus = (asset_ids: unknown[], status: unknown = 'retired') => api.put('/api/v1/assets/bulk-status', { asset_ids, status });
  const state = () => service.sql('select name, status, location_id, version from assets where tenant = $1 order by name', [me.tenant]);
  const toldUpdates = async () => (await service.events(me.tenant)).filter(({ type }) => type === assetEvents.updated.type);
  const faults = ({ status, body }: TestResponse) => ({
    status,
    fields: body.error?.details.errors.map(({ field }: { field: string }) => field),
  });
  /** Runs a change that is refused, and looks that it left everything as it was. */
  const refused = async (change: () => Promise<TestResponse>) => {
    const before = await state();
    const response = await change();
    expect(await state()).toEqual(before);
    expect(await toldUpdates()).toEqual([]);
    return faults(response);
  };

  it('replace external ids, and undo all when one is taken', async () => {
    const [a, b] = await addThree();
    const externalIds = async (id: string) => (await api.get(`/api/v1/assets/${id}`)).body.data.data.external_ids as unknown;
    const crm = [{ source: 'crm', id: 'A-1' }];
    expect((await update({ asset_id: a, data: { name: 'A', external_ids: crm } })).status).toBe(200);
    expect(await externalIds(a)).toEqual(crm);
    const taken = await update(
      { asset_id: a, data: { external_ids: [] } },
      { asset_id: b, data: { external_ids: [{ source: 'crm', id: 'A-2' }] } },
    );
    expect(taken.status).toBe(200);
    expect([await externalIds(a), await externalIds(b)]).toEqual([[], [{ source: 'crm', id: 'A-2' }]]);
    const refusedTwice = await update({ asset_id: a, data: { name: 'Other', external_ids: [{ source: 'crm', id: 'A-2' }] } });
    expect(refusedTwice.status).toBe(409);
    expect((await api.get(`/api/v1/assets/${a}`)).body.data.data.name).toBe('A');
  });

  it('change each asset in its own way, and answer in the order of the request', async () => {
    const [a, b, c] = await addThree();
    const { status, body } = await update(
      { asset_id: c, data: { name: 'C' } },
      { asset_id: a, data: { status: 'retired', location: null } },
      { asset_id: b, data: { location_id: client.location_id } },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: {
        data: [
          { asset_id: c, name: 'C', client_name: 'Acme' },
          { asset_id: a, name: 'a', status: 'retired' },
          { asset_id: b, location_id: client.location_id },
        ],
        message: '3 assets updated',
      },
      meta: { version: '1.0.0' },
    });
    expect((await toldUpdates()).map(({ subject, aggregateversion }) => [subject, aggregateversion]).sort()).toEqual(
      [
        [a, 2],
        [b, 2],
        [c, 2],
      ].sort(),
    );
    expect((await api.get(`/api/v1/assets/${c}`)).body.data.data).toMatchObject(body.data.data[0]);
  });

  it('set one status for all', async () => {
    const ids = await addThree();
    const { status, body } = await setStatus([...ids], ' in stock ');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ data: ids.map((asset_id) => ({ asset_id, status: 'in stock' })), message: '3 assets updated' });
    expect((await setStatus([ids[0]])).body.data.message).toBe('1 asset updated');
  });

  it('say nothing of assets that stay as they are', async () => {
    const ids = await addThree();
    expect((await setStatus([...ids], 'active')).status).toBe(200);
    expect(await toldUpdates()).toEqual([]);
    expect((await state()).map(({ version }) => version)).toEqual([1, 1, 1]);
  });

  it('take 1 to 50 assets', async () => {
    const ids = [];
    for (let index = 0; index < 50; index++) ids.push(await add());
    expect((await setStatus(ids)).body.data.message).toBe('50 assets updated');
    expect((await update(...ids.map((asset_id) => ({ asset_id, data: { name: 'x' } })))).body.data.data).toHaveLength(50);
    expect(faults(await setStatus([...ids, randomUUID()]))).toEqual({ status: 400, fields: ['asset_ids'] });
    expect(faults(await update(...ids.map((asset_id) => ({ asset_id, data: {} })), { asset_id: randomUUID(), data: {} }))).toEqual({
      status: 400,
      fields: ['assets'],
    });
    expect(faults(await setStatus([]))).toEqual({ status: 400, fields: ['asset_ids'] });
    expect(faults(await update())).toEqual({ status: 400, fields: ['assets'] });
  });

  it('refuse an asset named twice, also in other letters', async () => {
    const [a, b] = await addThree();
    expect(
      await refused(() =>
        update(
          { asset_id: a, data: { name: 'x' } },
          { asset_id: b, data: { name: 'y' } },
          { asset_id: a.toUpperCase(), data: { name: 'z' } },
        ),
      ),
    ).toEqual({ status: 400, fields: ['assets.2.asset_id'] });
    expect(await refused(() => setStatus([a, b, b.toUpperCase()]))).toEqual({ status: 400, fields: ['asset_ids.2'] });
  });

  it("name the asset that is unknown or another tenant's, and change none", async () => {
    const [a, b, c] = await addThree();
    const stranger = caller();
    const theirClient = await aClient(service, stranger.tenant);
    const { body } = await service.api(stranger).post('/api/v1/assets', anAsset(theirClient));
    for (const unknown of [randomUUID(), body.data.data.asset_id as string]) {
      expect(
        await refused(() =>
          update({ asset_id: a, data: { name: 'x' } }, { asset_id: unknown, data: { name: 'y' } }, { asset_id: b, data: { name: 'z' } }),
        ),
      ).toEqual({ status: 404, fields: ['assets.1.asset_id'] });
      expect(await refused(() => setStatus([a, b, unknown, c]))).toEqual({ status: 404, fields: ['asset_ids.2'] });
    }
    expect((await service.api(stranger).get(`/api/v1/assets/${body.data.data.asset_id}`)).body.data.data.status).toBe('active');
  });

  it('name the member that breaks a rule, and change none', async () => {
    const [a, b, c] = await addThree();
    const other = await aClient(service, me.tenant, 'Other');
    const second = (data: unknown) => () =>
      update({ asset_id: a, data: { name: 'x' } }, { asset_id: b, data }, { asset_id: c, data: { name: 'z' } });
    expect(await refused(second({ location_id: other.location_id }))).toEqual({ status: 400, fields: ['assets.1.data.location_id'] });
    expect(await refused(second({ client_id: randomUUID() }))).toEqual({ status: 400, fields: ['assets.1.data.client_id'] });
    expect(await refused(second({ extension_data: { cpu_cores: 0 } }))).toEqual({
      status: 400,
      fields: ['assets.1.data.extension_data.cpu_cores'],
    });
    expect(await refused(second({ name: '' }))).toEqual({ status: 400, fields: ['assets.1.data.name'] });
    expect(await refused(second(undefined))).toEqual({ status: 400, fields: ['assets.1.data'] });
    expect(await refused(() => update({ asset_id: 'x', data: {} }))).toEqual({ status: 400, fields: ['assets.0.asset_id'] });
  });

  it.each([[undefined], [''], ['   '], ['x'.repeat(101)], [7], [null]])('refuse the status %j', async (status) => {
    const [a] = await addThree();
    expect(await refused(() => api.put('/api/v1/assets/bulk-status', { asset_ids: [a], status }))).toEqual({
      status: 400,
      fields: ['status'],
    });
  });

  it('of the same assets at the same time all happen, whatever their order', async () => {
    const ids = await addThree();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => setStatus(index % 2 === 0 ? [...ids] : [...ids].reverse(), `status ${index}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await state()).map(({ version }) => version)).toEqual([13, 13, 13]);
    expect(new Set((await state()).map(({ status }) => status)).size).toBe(1);
  });
});
