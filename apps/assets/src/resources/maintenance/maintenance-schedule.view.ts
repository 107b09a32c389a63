import type { Frequency, MaintenanceSchedule } from '@psa/contracts-assets';
import type { ScheduleRecord } from './maintenance-schedule.records.ts';

export function toMaintenanceSchedule(row: ScheduleRecord): MaintenanceSchedule {
  return {
    schedule_id: row.schedule_id,
    asset_id: row.asset_id,
    schedule_type: row.schedule_type as MaintenanceSchedule['schedule_type'],
    frequency: row.frequency as Frequency,
    frequency_interval: row.frequency_interval,
    start_date: row.start_date,
    end_date: row.end_date,
    notes: row.notes,
    assigned_to: row.assigned_to,
    is_active: row.is_active,
    schedule_config: row.schedule_config,
    last_maintenance: row.last_maintenance,
    next_maintenance: row.next_maintenance,
    created_at: row.created_at,
    updated_at: row.updated_at,
    tenant: row.tenant,
  };
}
