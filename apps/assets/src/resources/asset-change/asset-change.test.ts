import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assetEvents } from '@psa/contracts-assets';
import { clientEvents } from '@psa/contracts-clients';
import { caller, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { makeAsset } from '../../testing/asset.fixtures.ts';
import { aClient } from '../../testing/make.ts';
import { fakes } from '../../testing/fakes.ts';

describe('the changes of an asset', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(assetsService, { ports: fakes });
  });
  afterAll(() => service.stop());

  it('say what was changed, by whom, newest first', async () => {
    const me = caller();
    const api = service.api(me);
    const { asset_id } = await makeAsset({ service, api, caller: me }, { name: 'Old', status: 'active' });
    await api.put(`/api/v1/assets/${asset_id}`, { name: 'New' });
    await api.put(`/api/v1/assets/${asset_id}`, { name: 'New' });
    await api.put(`/api/v1/assets/${asset_id}`, { status: 'retired' });

    const { body } = await api.get(`/api/v1/assets/${asset_id}/changes`);
    expect(body.data.pagination.total).toBe(2);
    expect(body.data.data).toMatchObject([
      { asset_id, changed_by: me.userId, changes: { status: { previous: 'active', new: 'retired' } } },
      { asset_id, changed_by: me.userId, changes: { name: { previous: 'Old', new: 'New' } } },
    ]);
    const renamed = await api.get(`/api/v1/assets/${asset_id}/changes`, { query: { member: 'name' } });
    expect(renamed.body.data.data).toMatchObject([{ changes: { name: { new: 'New' } } }]);
  });

  it('tell once that its location was deleted, however often that is heard', async () => {
    const me = caller();
    const api = service.api(me);
    const client = await aClient(service, me.tenant);
    const made = async () =>
      (await makeAsset({ service, api, caller: me }, { client_id: client.client_id, location_id: client.location_id })).asset_id;
    const assets = [await made(), await made()];
    const { client_id, location_id } = client;
    for (const version of [3, 4]) await service.publish(me.tenant, clientEvents.locationDeleted, { client_id, location_id }, version);
    await service.settled();
    for (const id of assets) {
      expect((await api.get(`/api/v1/assets/${id}`)).body.data.data).toMatchObject({ location_id: null, client_id });
      const { body } = await api.get(`/api/v1/assets/${id}/changes`);
      expect(body.data.data).toEqual([expect.objectContaining({ changes: { location_id: { previous: location_id, new: null } } })]);
    }
    const told = (await service.events(me.tenant)).filter(({ type }) => type === assetEvents.updated.type);
    expect(told.map(({ subject }) => subject).toSorted()).toEqual(assets.toSorted());
  });

  it('of an asset that was never changed are an empty list', async () => {
    const me = caller();
    const api = service.api(me);
    const { asset_id } = await makeAsset({ service, api, caller: me });
    const { status, body } = await api.get(`/api/v1/assets/${asset_id}/changes`);
    expect({ status, data: body.data.data }).toEqual({ status: 200, data: [] });
  });
});
