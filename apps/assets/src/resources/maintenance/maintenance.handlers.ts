import { maintenanceRoutes } from '@psa/contracts-assets';
import { handlers } from '../../assets-app.ts';
import { requireUser } from '../../replicas/user-replica.ts';
import { listHistory } from './maintenance-history.list.ts';
import { toMaintenanceRecord } from './maintenance-history.view.ts';
import { createSchedule, deleteSchedule, updateSchedule } from './maintenance-schedule.actions.ts';
import { listSchedules } from './maintenance-schedule.list.ts';
import { findSchedule } from './maintenance-schedule.records.ts';
import { toMaintenanceSchedule } from './maintenance-schedule.view.ts';
import { recordMaintenance } from './record-maintenance.actions.ts';

export const maintenanceHandlers = handlers(maintenanceRoutes, {
  listMaintenanceSchedules: async ({ db, params, query }) => {
    const { rows, pagination } = await listSchedules(db, params.id, query);
    return { data: rows.map(toMaintenanceSchedule), pagination };
  },

  createMaintenanceSchedule: async ({ db, params, body, ports }) => {
    await requireUser(db, ports, body.assigned_to, 'assigned_to');
    return { data: toMaintenanceSchedule(await createSchedule(db, params.id, body)) };
  },

  updateMaintenanceSchedule: async ({ db, params, body, ports }) => {
    // A schedule keeps its assignee who is gone: only another one is checked.
    if (body.assigned_to && (await findSchedule(db, params.scheduleId))?.assigned_to !== body.assigned_to)
      await requireUser(db, ports, body.assigned_to, 'assigned_to');
    const row = await updateSchedule(db, params.scheduleId, body);
    return row === undefined ? {} : { data: toMaintenanceSchedule(row) };
  },

  deleteMaintenanceSchedule: ({ db, params }) => deleteSchedule(db, params.scheduleId),

  recordMaintenance: async ({ db, params, body }) => ({ data: toMaintenanceRecord(await recordMaintenance(db, params.id, body)) }),

  listMaintenanceHistory: async ({ db, params, query }) => {
    const { rows, pagination } = await listHistory(db, params.id, query);
    return { data: rows.map(toMaintenanceRecord), pagination };
  },
});
