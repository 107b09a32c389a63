import type { Database } from '../driver/database.ts';

export interface BatchDeletion {
  readonly table: string;
  /** Columns of the primary key. */
  readonly key: readonly string[];
  /** Condition as SQL, over `$1` and so on. */
  readonly where: string;
  /** What an index gives in order, so that no batch looks at rows that stay; any order when absent. */
  readonly orderBy?: string;
  readonly values?: readonly unknown[];
  /** Rows of one statement; 1,000 when absent. */
  readonly batch?: number;
  /** Statements of one call; 500 when absent. What is left then is for the next call. */
  readonly maxBatches?: number;
}

/**
 * Deletes rows by short statements, each a commit of its own: none holds locks for long, writes one huge piece of log, or has all
 * to do again after a crash.
 * @returns how many rows were deleted
 */
export async function deleteInBatches(database: Database, deletion: BatchDeletion): Promise<number> {
  const { table, key, where, orderBy, values = [], batch = 1_000, maxBatches = 500 } = deletion;
  const columns = key.join(', ');
  // The condition again: what was renewed since it was picked stays.
  const text = `with doomed as materialized (
      select ${columns} from ${table} where ${where}${orderBy === undefined ? '' : ` order by ${orderBy}`} limit ${batch}
    )
    delete from ${table} where (${columns}) in (select ${columns} from doomed) and (${where}) returning 1 as deleted`;
  let deleted = 0;
  for (let round = 0; round < maxBatches; round++) {
    const { length } = await database.query(text, values);
    deleted += length;
    if (length < batch) break;
  }
  return deleted;
}
