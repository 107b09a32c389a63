import { type Migration, type MigrationDb, openToWorker } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Periods that are closed for everybody, and what finds sheets that are late. */
export const closedPeriodsMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table time_periods add column closed_at timestamptz(3), add column closed_by uuid').execute(db);
    await openToWorker(db, 'time', 'time_periods', 'select');
    await openToWorker(db, 'time', 'time_settings', 'select');
    await sql
      .raw(
        "create index time_sheets_open on time_sheets (period_id) where approval_status in ('DRAFT', 'CHANGES_REQUESTED') and reminded_at is null",
      )
      .execute(db);
  },
};
