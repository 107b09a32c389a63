import type { MaintenanceRecord } from '@psa/contracts-assets';
import type { HistoryRow } from './maintenance-history.records.ts';

export function toMaintenanceRecord(row: HistoryRow): MaintenanceRecord {
  return {
    history_id: row.history_id,
    asset_id: row.asset_id,
    schedule_id: row.schedule_id,
    maintenance_type: row.maintenance_type as MaintenanceRecord['maintenance_type'],
    performed_by: row.performed_by,
    performed_by_user_name: row.performed_by_user_name,
    performed_at: row.performed_at,
    duration_hours: row.duration_hours,
    cost: row.cost,
    notes: row.notes,
    parts_used: row.parts_used,
    maintenance_data: row.maintenance_data,
    description: row.description,
    created_at: row.created_at,
    tenant: row.tenant,
  };
}
