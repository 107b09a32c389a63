import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Maintenance schedules, the history of what was done, and the copies of users the history is shown with. */
export const maintenanceMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'assets', 'user_replicas', {
      key: ['user_id'],
      columns: 'user_id uuid not null, user_name text, is_deleted boolean not null default false, version integer not null',
    });
    await createTenantTable(db, 'assets', 'maintenance_schedules', {
      key: ['schedule_id'],
      columns: `schedule_id uuid not null, asset_id uuid not null, schedule_type text not null, frequency text not null,
        frequency_interval integer not null, start_date timestamptz(3) not null, end_date timestamptz(3), notes text, assigned_to uuid,
        is_active boolean not null, schedule_config jsonb, last_maintenance timestamptz(3), next_maintenance timestamptz(3),
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
        foreign key (tenant, asset_id) references assets on delete cascade`,
    });
    await sql
      .raw('create index maintenance_schedules_asset on maintenance_schedules (tenant, asset_id, next_maintenance, schedule_id)')
      .execute(db);
    await sql
      .raw(
        `create index maintenance_schedules_due on maintenance_schedules (tenant, next_maintenance)
      where is_active and next_maintenance is not null`,
      )
      .execute(db);
    await createTenantTable(db, 'assets', 'maintenance_history', {
      key: ['history_id'],
      columns: `history_id uuid not null, asset_id uuid not null, schedule_id uuid, maintenance_type text not null, performed_by uuid not null,
        performed_at timestamptz(3) not null, duration_hours numeric, cost numeric, notes text, parts_used jsonb not null,
        maintenance_data jsonb, description text not null, created_at timestamptz(3) not null default now(),
        foreign key (tenant, asset_id) references assets on delete cascade,
        foreign key (tenant, schedule_id) references maintenance_schedules on delete set null (schedule_id)`,
    });
    await sql.raw('create index maintenance_history_asset on maintenance_history (tenant, asset_id, performed_at, history_id)').execute(db);
    await sql
      .raw('create index maintenance_history_schedule on maintenance_history (tenant, schedule_id) where schedule_id is not null')
      .execute(db);
  },
};
