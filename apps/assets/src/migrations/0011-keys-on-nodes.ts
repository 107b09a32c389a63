import { createSetNullKey, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** References that become null when their row goes, in a form that lets tenants lie on several nodes. */
export const keysOnNodesMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table maintenance_history drop constraint maintenance_history_tenant_schedule_id_fkey').execute(db);
    await createSetNullKey(db, 'assets', {
      table: 'maintenance_history',
      column: 'schedule_id',
      of: 'maintenance_schedules',
      key: 'schedule_id',
    });
    await sql.raw('alter table rmm_devices drop constraint rmm_devices_tenant_asset_id_fkey').execute(db);
    await createSetNullKey(db, 'assets', { table: 'rmm_devices', column: 'asset_id', of: 'assets', key: 'asset_id' });
  },
};
