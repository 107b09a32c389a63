import { sql } from 'kysely';
import type { OutsideStep } from './migration.ts';

export interface ConcurrentIndex {
  readonly name: string;
  /** What follows the name in `create index`: `on tickets (tenant, due_date) where not is_closed`. */
  readonly definition: string;
  readonly isUnique?: boolean;
}

/** Builds an index while the table is read and written. */
export function createIndexConcurrently({ name, definition, isUnique = false }: ConcurrentIndex): OutsideStep {
  return {
    title: `index ${name}`,
    async run(db) {
      const { rows } = await sql<{ isValid: boolean }>`
        select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(${name})`.execute(db);
      if (rows[0]?.isValid === true) return;
      // An interrupted attempt leaves an index that every write pays for and no read uses.
      if (rows.length > 0) await sql.raw(`drop index concurrently ${name}`).execute(db);
      await sql.raw(`create ${isUnique ? 'unique ' : ''}index concurrently ${name} ${definition}`).execute(db);
    },
  };
}
