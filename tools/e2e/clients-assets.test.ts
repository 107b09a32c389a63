import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, eventually, type TestApi, TestService } from '@psa/test-kit';
import { assetsService } from '../../apps/assets/src/assets-service.ts';
import { billingService } from '../../apps/billing/src/billing-service.ts';
import { clientsService } from '../../apps/clients/src/clients-service.ts';
import { deskService } from '../../apps/desk/src/desk-service.ts';
import { timeService } from '../../apps/time/src/time-service.ts';

/** The services as in production, each on its own database, meeting only in NATS. */
describe('clients and their assets', () => {
  let clientsRunning: TestService;
  let assetsRunning: TestService;
  const others: TestService[] = [];
  let clients: TestApi;
  let assets: TestApi;

  beforeAll(async () => {
    clientsRunning = await TestService.start(clientsService);
    assetsRunning = await TestService.start(assetsService, { natsUrl: clientsRunning.natsUrl });
    for (const service of [deskService, billingService, timeService])
      others.push(await TestService.start(service, { natsUrl: clientsRunning.natsUrl }));
  });
  afterAll(() => Promise.all([clientsRunning, assetsRunning, ...others].map((service) => service.stop())));
  beforeEach(() => {
    const me = caller();
    clients = clientsRunning.api(me);
    assets = assetsRunning.api(me);
  });

  const makeClient = async () =>
    (await clients.post('/api/v1/clients', { client_name: 'Acme', billing_cycle: 'monthly' })).body.data.client_id as string;
  const makeLocation = async (client: string) =>
    (
      await clients.post(`/api/v1/clients/${client}/locations`, {
        location_name: 'HQ',
        address_line1: '1 Front Street',
        city: 'Columbus',
        country_code: 'US',
        country_name: 'United States',
      })
    ).body.data.location_id as string;
  const makeAsset = (client_id: string, given: object = {}) =>
    assets.post('/api/v1/assets', {
      client_id,
      asset_type: 'workstation',
      asset_tag: 'WS-1',
      name: 'Workstation',
      status: 'active',
      ...given,
    });
  /** What a new asset is refused for, once the news has arrived. */
  const refusal = (client_id: string, given: object = {}) =>
    eventually(async () => (await makeAsset(client_id, given)).body.error?.details.errors as unknown);

  it('lets an asset be made at a client and a location of a moment ago', async () => {
    for (let round = 0; round < 5; round++) {
      clients = clientsRunning.api(caller());
      assets = assetsRunning.api(clients.caller);
      const client = await makeClient();
      const location_id = await makeLocation(client);
      const { status, body } = await makeAsset(client, { location_id });
      expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
      expect(body.data.data).toMatchObject({ client_id: client, client_name: 'Acme', location_id });
    }
  });

  it("shows assets with their client's new name", async () => {
    const client = await makeClient();
    await makeAsset(client);
    await clients.put(`/api/v1/clients/${client}`, { client_name: 'Acme International' });
    await eventually(async () => (await assets.get('/api/v1/assets')).body.data.data[0].client_name === 'Acme International');
  });

  it('refuses new assets at an inactive client', async () => {
    const client = await makeClient();
    await makeAsset(client);
    await clients.put(`/api/v1/clients/${client}`, { is_inactive: true });
    expect(await refusal(client)).toMatchObject([{ field: 'client_id' }]);
  });

  it('takes assets for a client again once it is reactivated', async () => {
    const client = await makeClient();
    await makeAsset(client);
    await clients.put(`/api/v1/clients/${client}`, { is_inactive: true });
    expect(await refusal(client)).toMatchObject([{ field: 'client_id' }]);
    await clients.post(`/api/v1/clients/${client}/reactivate`);
    await eventually(async () => (await makeAsset(client, { asset_tag: 'WS-2' })).status === 201);
  });

  it('refuses assets at a location that was deactivated', async () => {
    const client = await makeClient();
    const location_id = await makeLocation(client);
    await clients.put(`/api/v1/clients/${client}/locations/${location_id}`, { is_active: false });
    expect(await refusal(client, { location_id })).toMatchObject([{ field: 'location_id' }]);
  });

  it('keeps a client as long as it has assets', async () => {
    const client = await makeClient();
    const { asset_id } = (await makeAsset(client)).body.data.data;
    const refused = await clients.delete(`/api/v1/clients/${client}`);
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toEqual({ code: 'in_use', dependencies: [{ type: 'asset', count: 1, label: '1 asset' }] });

    await assets.delete(`/api/v1/assets/${asset_id}`);
    expect((await clients.delete(`/api/v1/clients/${client}`)).status).toBe(204);
    expect(await refusal(client)).toMatchObject([{ field: 'client_id' }]);
  });

  it('keeps a client while nobody can say whether it has assets', async () => {
    const alone = await TestService.start(clientsService);
    try {
      clients = alone.api(caller());
      const client = await makeClient();
      expect((await clients.delete(`/api/v1/clients/${client}`)).status).toBe(503);
      expect((await clients.get(`/api/v1/clients/${client}`)).status).toBe(200);
    } finally {
      await alone.stop();
    }
  });
});
