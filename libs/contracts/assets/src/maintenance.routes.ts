import { created, DateBound, dateUntil, Id, listQuery, nothing, one, page, QueryBoolean, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { assetGroup } from './group.ts';
import {
  CreateMaintenanceSchedule,
  MaintenanceRecord,
  MaintenanceSchedule,
  RecordMaintenance,
  UpdateMaintenanceSchedule,
} from './maintenance.schemas.ts';

const assetParams = z.object({ id: Id.describe('Asset id') });
const scheduleParams = z.object({ scheduleId: Id.describe('Schedule id') });

export const MaintenanceScheduleQuery = listQuery({
  sort: ['next_maintenance', 'created_at', 'updated_at', 'start_date', 'schedule_type'],
  defaultSort: 'next_maintenance',
  defaultOrder: 'asc',
  filters: { is_active: QueryBoolean.optional().describe('true: only active schedules; false: only others') },
});
export type MaintenanceScheduleQuery = z.infer<typeof MaintenanceScheduleQuery>;

export const MaintenanceHistoryQuery = listQuery({
  sort: ['performed_at', 'created_at', 'maintenance_type', 'duration_hours', 'cost'],
  defaultSort: 'performed_at',
  filters: {
    schedule_id: Id.optional().describe('Done under this schedule'),
    performed_from: DateBound.optional().describe('Performed at or after'),
    performed_to: dateUntil('Performed at or before'),
  },
  // A record never changes.
}).omit({ updated_from: true, updated_to: true });
export type MaintenanceHistoryQuery = z.infer<typeof MaintenanceHistoryQuery>;

export const maintenanceRoutes = routes(assetGroup('Asset maintenance'), {
  listMaintenanceSchedules: {
    method: 'get',
    path: '/api/v1/assets/{id}/maintenance',
    permission: 'asset:read',
    summary: "List an asset's maintenance schedules",
    params: assetParams,
    query: MaintenanceScheduleQuery,
    reply: page(MaintenanceSchedule),
    unknownId: 200,
  },
  createMaintenanceSchedule: {
    method: 'post',
    path: '/api/v1/assets/{id}/maintenance',
    permission: 'asset:update',
    summary: 'Schedule maintenance of an asset',
    params: assetParams,
    body: CreateMaintenanceSchedule,
    reply: created(MaintenanceSchedule),
    errors: ['NOT_FOUND'],
  },
  updateMaintenanceSchedule: {
    method: 'put',
    path: '/api/v1/assets/maintenance/{scheduleId}',
    permission: 'asset:update',
    summary: 'Change a maintenance schedule',
    description: 'An unknown schedule is answered with success and without `data`.',
    params: scheduleParams,
    body: UpdateMaintenanceSchedule,
    unknownId: 200,
    reply: { status: 200, body: one(MaintenanceSchedule).body.partial({ data: true }), item: MaintenanceSchedule },
  },
  deleteMaintenanceSchedule: {
    method: 'delete',
    path: '/api/v1/assets/maintenance/{scheduleId}',
    permission: 'asset:update',
    summary: 'Delete a maintenance schedule',
    params: scheduleParams,
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
  recordMaintenance: {
    method: 'post',
    path: '/api/v1/assets/{id}/maintenance/record',
    permission: 'asset:update',
    summary: 'Record maintenance that was performed',
    params: assetParams,
    body: RecordMaintenance,
    reply: created(MaintenanceRecord),
    errors: ['NOT_FOUND'],
  },
  listMaintenanceHistory: {
    method: 'get',
    path: '/api/v1/assets/{id}/history',
    permission: 'asset:read',
    summary: "List an asset's maintenance history",
    params: assetParams,
    query: MaintenanceHistoryQuery,
    reply: page(MaintenanceRecord),
    unknownId: 200,
  },
});
