import { type RawBuilder, sql } from 'kysely';
import type { ScopeCore, TransactionCore } from '../tenancy/tenant-scope.ts';
import { addToRowCount } from './row-count.ts';

/** Tenants whose value is held; when there are more, all are forgotten. */
const MOST_TENANTS = 1_000;

/** Something of a tenant that is read with every request and changed rarely. */
export interface VersionedMemoryOptions<Db extends ScopeCore, Value> {
  /** Under which its changes are counted, such as `ticket_settings`. */
  readonly name: string;
  /** Reads it. */
  readonly load: (db: Db) => Promise<Value>;
}

/**
 * Keeps a tenant's value in memory as long as it is the newest. Whoever changes it counts that in the same transaction; whoever shows
 * rows with it reads the count with them, in one statement, and so never shows an old value beside a new row.
 */
export class VersionedMemory<Db extends ScopeCore, Value> {
  readonly #name: string;
  readonly #load: (db: Db) => Promise<Value>;
  readonly #held = new Map<string, { readonly version: number; readonly value: Value }>();

  constructor({ name, load }: VersionedMemoryOptions<Db, Value>) {
    this.#name = `${name} (changes)`;
    this.#load = load;
  }

  /** Counts a change, in the transaction that makes it. */
  changed(tx: TransactionCore): void {
    addToRowCount(tx, this.#name, 1);
  }

  /** The count as a column of other rows, read once a statement. @param tenant the tenant of the statement */
  version(tenant: unknown): RawBuilder<number> {
    return sql<number>`(select coalesce(sum(changes.rows), 0)::bigint from row_counts as changes
      where changes.tenant = ${tenant} and changes.table_name = ${sql.lit(this.#name)})`;
  }

  /** The value at a count, or a newer one. @param version as it was read with the rows that are shown */
  async at(db: Db, version: number): Promise<Value> {
    const held = this.#held.get(db.tenant);
    if (held !== undefined && held.version >= version) return held.value;
    const value = await this.#load(db);
    // What a transaction sees may never be committed.
    if (db.isInTransaction) return value;
    // Read after the count, it is at least as new.
    if (this.#held.size >= MOST_TENANTS) this.#held.clear();
    this.#held.set(db.tenant, { version, value });
    return value;
  }
}
