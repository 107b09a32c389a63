import { apiClient } from './api-client.ts';
import { demoAssets, type DemoAsset } from './demo-assets.ts';
import { demoClients, type DemoClient } from './demo-clients.ts';
import { demoMaintenance } from './demo-maintenance.ts';
import { demoProjects } from './demo-projects.ts';
import { demoRelationships } from './demo-relationships.ts';
import { inParallel } from './in-parallel.ts';
import { demoTickets } from './demo-tickets.ts';
import { seedBilling } from './seed-billing.ts';
import { seedMail } from './seed-mail.ts';
import { seedProjects } from './seed-projects.ts';
import { seedTickets } from './seed-tickets.ts';
import { seedTime } from './seed-time.ts';

export interface SeedOptions {
  baseUrl: string;
  apiKey: string;
  userId: string;
  /** What "today" is to the data. A seed that is resumed must say the same as before, or it would make other requests. */
  now: Date;
  signal?: AbortSignal;
}

const AT_ONCE = 8;

/** Fills a tenant through the public API, as any consumer would. Run again after a failure it creates only what is missing. */
export async function seed({ baseUrl, apiKey, userId, now, signal }: SeedOptions): Promise<{ clients: number; assets: number }> {
  const api = apiClient({ baseUrl, apiKey, ...(signal && { signal }) });
  const portfolio = demoClients().map((client) => ({ client, assets: demoAssets(client, now) }));
  const places = new Map<DemoClient, { clientId: string; locationIds: string[] }>();
  const ids = new Map<DemoAsset, string>();
  const idOf = (asset: DemoAsset) => ids.get(asset)!;

  await inParallel(portfolio, AT_ONCE, async ({ client }) => {
    const clientId = String((await api.create('/api/v1/clients', `demo/${client.code}`, client.body)).client_id);
    const locationIds: string[] = [];
    for (const [index, location] of client.locations.entries()) {
      const created = await api.create(`/api/v1/clients/${clientId}/locations`, `demo/${client.code}/location/${index}`, location);
      locationIds.push(String(created.location_id));
    }
    places.set(client, { clientId, locationIds });
  });

  const assets = portfolio.flatMap(({ client, assets: owned }) => owned.map((asset) => ({ asset, place: places.get(client)! })));
  await inParallel(assets, AT_ONCE, async ({ asset, place }) => {
    const body = { ...asset.body, client_id: place.clientId, location_id: place.locationIds[asset.locationIndex] };
    const created = await api.create('/api/v1/assets', `demo/${asset.tag}`, body);
    ids.set(asset, String(created.asset_id));
  });

  await inParallel(
    portfolio.flatMap(({ assets: owned }) => demoRelationships(owned)),
    AT_ONCE,
    ({ from, to, kind }) =>
      api.create(`/api/v1/assets/${idOf(from)}/relationships`, `demo/${from.tag}/${kind}/${to.tag}`, {
        related_asset_id: idOf(to),
        relationship_type: kind,
      }),
  );

  await inParallel(
    portfolio.flatMap(({ assets: owned }) => demoMaintenance(owned, { now, userId })),
    AT_ONCE,
    async ({ asset, schedule, records }) => {
      const { schedule_id: scheduleId } = await api.create(
        `/api/v1/assets/${idOf(asset)}/maintenance`,
        `demo/${asset.tag}/schedule`,
        schedule,
      );
      for (const [index, record] of records.entries()) {
        await api.create(`/api/v1/assets/${idOf(asset)}/maintenance/record`, `demo/${asset.tag}/record/${index}`, {
          ...record,
          schedule_id: scheduleId,
        });
      }
    },
  );
  const clientIds = new Map([...places].map(([client, { clientId }]) => [client.code, clientId]));
  const customers = portfolio.map(({ client }) => client);
  const tickets = await seedTickets(api, demoTickets(customers, now), (code) => clientIds.get(code)!, userId);
  const tasks = await seedProjects(api, demoProjects(customers, now), (code) => clientIds.get(code)!, userId);
  await seedTime(api, { tickets, tasks }, now);
  await seedMail(api);
  await seedBilling(
    api,
    [...clientIds].map(([code, client_id]) => ({ code, client_id })),
    now,
  );
  // Only now: an inactive client takes no new assets.
  await inParallel(
    portfolio.filter(({ client }) => client.hasLeft),
    AT_ONCE,
    ({ client }) => api.change(`/api/v1/clients/${places.get(client)!.clientId}`, { is_inactive: true }),
  );
  return { clients: portfolio.length, assets: assets.length };
}
