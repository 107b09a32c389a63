import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Types of tasks and of interactions. */
export const referenceTypesMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'desk', 'reference_types', {
      key: ['type_id'],
      columns: `type_id uuid not null, kind text not null, type_key text not null, type_name text not null, color text, icon text,
        display_order integer not null, created_at timestamptz(3) not null default now()`,
    });
    await sql.raw('create unique index reference_types_key on reference_types (tenant, kind, lower(type_key))').execute(db);
  },
};
