import { randomUUID } from 'node:crypto';
import type { assetChangeRoutes, maintenanceRoutes } from '@psa/contracts-assets';
import type { Fixture, World } from '@psa/test-kit/derived';
import { makeAsset, onAsset } from './asset.fixtures.ts';

/** A valid body of a maintenance record. */
export function aRecord(given: Record<string, unknown> = {}): Record<string, unknown> {
  return { maintenance_type: 'preventive', performed_by: randomUUID(), performed_at: '2026-01-10T10:00:00.000Z', ...given };
}

/** A schedule of a new asset. */
async function makeSchedule(world: World): Promise<{ schedule_id: string; asset_id: string }> {
  const { asset_id } = await makeAsset(world);
  const { body } = await world.api.post(`/api/v1/assets/${asset_id}/maintenance`, { schedule_type: 'preventive', frequency: 'monthly' });
  return body.data.data as { schedule_id: string; asset_id: string };
}

export const maintenanceFixtures: { readonly [K in keyof typeof maintenanceRoutes]: Fixture } = {
  listMaintenanceSchedules: async (world) => ({ params: { id: (await makeSchedule(world)).asset_id } }),
  createMaintenanceSchedule: async (world) => ({ ...(await onAsset(world)), body: { schedule_type: 'inspection', frequency: 'yearly' } }),
  updateMaintenanceSchedule: async (world) => ({
    params: { scheduleId: (await makeSchedule(world)).schedule_id },
    body: { frequency: 'daily' },
  }),
  deleteMaintenanceSchedule: async (world) => ({ params: { scheduleId: (await makeSchedule(world)).schedule_id } }),
  recordMaintenance: async (world) => {
    const { asset_id, schedule_id } = await makeSchedule(world);
    return { params: { id: asset_id }, body: aRecord({ schedule_id }) };
  },
  listMaintenanceHistory: async (world) => {
    const { asset_id } = await makeAsset(world);
    await world.api.post(`/api/v1/assets/${asset_id}/maintenance/record`, aRecord());
    return { params: { id: asset_id } };
  },
};

export const assetChangeFixtures: { readonly [K in keyof typeof assetChangeRoutes]: Fixture } = {
  listAssetChanges: async (world) => {
    const { asset_id } = await makeAsset(world);
    await world.api.put(`/api/v1/assets/${asset_id}`, { name: 'Renamed' });
    return { params: { id: asset_id } };
  },
};
