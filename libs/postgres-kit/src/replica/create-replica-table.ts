import { createTenantTable, type MigrationDb } from '../tenancy/ddl.ts';

/**
 * Creates the table of a `Replica`.
 * @param key column that identifies a copy within its tenant
 * @param columns SQL of the copy's columns, the key included
 */
export async function createReplicaTable(db: MigrationDb, service: string, name: string, key: string, columns: string): Promise<void> {
  await createTenantTable(db, service, name, {
    key: [key],
    columns: `${columns}, is_deleted boolean not null default false, version integer not null`,
  });
}
