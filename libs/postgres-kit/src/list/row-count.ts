import type { Merged } from '../driver/merge-deferred.ts';
import type { ScopeCore, TransactionCore } from '../tenancy/tenant-scope.ts';

/**
 * Totals of whole tables are kept by the writer, so that page 1 of a tenant with a million rows costs what it costs one with
 * five thousand: an exact `count(*)` reads every row. The count is spread over slots by backend, so that writers of one
 * tenant do not wait for each other's commit.
 */

const ADD = `insert into row_counts (table_name, slot, rows) values ($1, pg_backend_pid() % 32, $2)
  on conflict (tenant, table_name, slot) do update set rows = row_counts.rows + excluded.rows`;

const ADD_ALL: Merged = {
  text: `insert into row_counts (table_name, slot, rows) values (unnest($1::text[]), pg_backend_pid() % 32, unnest($2::bigint[]))
    on conflict (tenant, table_name, slot) do update set rows = row_counts.rows + excluded.rows`,
  values: (all) => {
    const sums = new Map<string, number>();
    for (const [table, rows] of all) sums.set(table as string, (sums.get(table as string) ?? 0) + Number(rows));
    // In one order, so that two transactions that add to the same counts never wait for each other.
    const tables = [...sums.keys()].toSorted();
    return [tables, tables.map((table) => sums.get(table))];
  },
};

const READ = 'select coalesce(sum(rows), 0)::bigint as rows from row_counts where tenant = $1 and table_name = $2';

/** Adds to a table's count, in the transaction that inserts (positive) or deletes (negative) the rows. */
export function addToRowCount(tx: TransactionCore, table: string, rows: number): void {
  if (rows !== 0) tx.atCommit(ADD, [table, rows], ADD_ALL);
}

/** How many rows the tenant has in a table whose writers keep its count. */
export async function readRowCount(db: ScopeCore, table: string): Promise<number> {
  const { rows } = await db.execute<{ rows: number }>({ text: READ, name: 'psa_row_count' }, [db.tenant, table]);
  return rows[0]?.rows ?? 0;
}
