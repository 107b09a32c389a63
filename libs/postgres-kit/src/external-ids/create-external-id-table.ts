import { createTenantTable, type MigrationDb } from '../tenancy/ddl.ts';

/**
 * Creates the table of the ids that rows have in other systems: `<table>_external_ids`. They go with their row.
 * @param key column that identifies a row of the table within its tenant
 */
export async function createExternalIdTable(db: MigrationDb, service: string, table: string, key: string): Promise<void> {
  await createTenantTable(db, service, `${table}_external_ids`, {
    key: ['source', 'external_id'],
    columns: `source text not null, external_id text not null, row_id uuid not null, created_at timestamptz(3) not null default now(),
      foreign key (tenant, row_id) references ${table} (tenant, ${key}) on delete cascade`,
    indexes: { [`${table}_external_ids_row`]: '(tenant, row_id)' },
  });
}
