import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Schedule = z.object({
  asset_id: z.guid(),
  schedule_id: z.guid(),
  schedule_type: z.string(),
  frequency: z.string(),
  assigned_to: z.guid().nullable(),
  is_active: z.boolean(),
  next_maintenance: z.string().nullable(),
});

/** Schedules and records belong to their asset: the events carry its version. */
export const maintenanceEvents = events('assets', {
  scheduled: {
    name: 'asset.maintenance_scheduled',
    version: 1,
    key: 'asset_id',
    summary: 'Maintenance of an asset was scheduled, or its schedule changed',
    data: Schedule,
  },
  unscheduled: {
    name: 'asset.maintenance_unscheduled',
    version: 1,
    key: 'asset_id',
    summary: 'A maintenance schedule of an asset was deleted',
    data: z.object({ asset_id: z.guid(), schedule_id: z.guid() }),
  },
  completed: {
    name: 'asset.maintenance_completed',
    version: 1,
    key: 'asset_id',
    summary: 'Maintenance of an asset was performed',
    data: z.object({
      asset_id: z.guid(),
      history_id: z.guid(),
      schedule_id: z.guid().nullable(),
      maintenance_type: z.string(),
      performed_by: z.guid(),
      performed_at: z.string(),
      next_maintenance: z.string().nullable(),
    }),
  },
});
