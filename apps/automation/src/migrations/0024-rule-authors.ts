import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Rules run with the permissions of who made them what they are; what they send and run is counted by the hour. */
export const ruleAuthorsMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table automation_rules add column runs_as uuid').execute(db);
    await sql.raw('update automation_rules set runs_as = created_by').execute(db);
    await createTenantTable(db, 'automation', 'automation_meters', {
      key: ['kind', 'hour'],
      columns: 'kind text not null, hour timestamptz(3) not null, used bigint not null',
      grants: 'select, insert, update',
      workerGrants: 'select, delete',
    });
    await sql.raw('create index automation_meters_hour on automation_meters (hour)').execute(db);
  },
};
