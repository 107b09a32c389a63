import type { ScopeCore, TransactionCore } from '../tenancy/tenant-scope.ts';

/**
 * Totals of whole tables are kept by the writer, so that page 1 of a tenant with a million rows costs what it costs one with
 * five thousand: an exact `count(*)` reads every row. The count is spread over slots by backend, so that writers of one
 * tenant do not wait for each other's commit.
 */

const ADD = `insert into row_counts (table_name, slot, rows) values ($1, pg_backend_pid() % 32, $2)
  on conflict (tenant, table_name, slot) do update set rows = row_counts.rows + excluded.rows`;

const READ = 'select coalesce(sum(rows), 0)::bigint as rows from row_counts where tenant = $1 and table_name = $2';

/** Adds to a table's count, in the transaction that inserts (positive) or deletes (negative) the rows. */
export function addToRowCount(tx: TransactionCore, table: string, rows: number): void {
  if (rows !== 0) tx.atCommit(ADD, [table, rows]);
}

/** How many rows the tenant has in a table whose writers keep its count. */
export async function readRowCount(db: ScopeCore, table: string): Promise<number> {
  const { rows } = await db.execute<{ rows: number }>({ text: READ, name: 'psa_row_count' }, [db.tenant, table]);
  return rows[0]?.rows ?? 0;
}
