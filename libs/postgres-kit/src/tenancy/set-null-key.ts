import { sql } from 'kysely';
import type { MigrationDb } from './ddl.ts';

/** A reference to a row of the same tenant. */
export interface SetNullKey {
  readonly table: string;
  readonly column: string;
  /** The table that is referred to, and its key after the tenant. */
  readonly of: string;
  readonly key: string;
}

/**
 * Makes a column a reference that becomes null when the row goes that it refers to. What `on delete set null (column)` does, in a form
 * that Citus takes for tables whose tenants lie on several nodes: a key without an action, and a trigger ahead of the deletion. The
 * trigger changes rows of the same tenant alone, and those lie beside the row that goes.
 * @param db the migration's connection
 */
export async function createSetNullKey(db: MigrationDb, service: string, { table, column, of, key }: SetNullKey): Promise<void> {
  const name = `${table}_${column}`;
  const statements = [
    // As the owner: whoever may delete the row need not be allowed to change what refers to it.
    `create function ${name}_set_null() returns trigger language plpgsql security definer set search_path = ${service}, pg_temp as $$
      begin
        update ${table} set ${column} = null where tenant = old.tenant and ${column} = old.${key};
        return old;
      end $$`,
    `revoke execute on function ${name}_set_null() from public`,
    `create trigger ${name}_set_null before delete on ${of} for each row execute function ${name}_set_null()`,
    `alter table ${table} add constraint ${name}_fkey foreign key (tenant, ${column}) references ${of} not valid`,
    `alter table ${table} validate constraint ${name}_fkey`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
