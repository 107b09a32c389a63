import type { Database, Sql } from '../driver/database.ts';
import { withRetry } from '../driver/retry.ts';
import { isUnmet } from './at-once.ts';
import { withCopies } from './missing-copy.ts';
import type { TenantTables } from './tables.ts';
import type { Rows } from '../driver/rows.ts';
import { type RequestContext, TenantScope, type TransactionCore, TenantTx } from './tenant-scope.ts';

/** One tenant's rows, each statement in a transaction of its own. */
export class TenantDb<Tables extends TenantTables<Tables>> extends TenantScope<Tables> {
  readonly #database: Database;

  constructor(database: Database, context: RequestContext) {
    super(context);
    this.#database = database;
  }

  override get isInTransaction(): boolean {
    return false;
  }

  override async execute<Row>(sql: Sql, values: readonly unknown[]): Promise<Rows<Row>> {
    const result = await this.#database.queryAs<Row & object>(this.tenant, sql, values);
    return { rows: result.rows, affected: result.rowCount ?? 0 };
  }

  override named(text: string): Sql {
    return this.#database.named(text);
  }

  override transaction<T>(work: (tx: TenantTx<Tables>) => Promise<T>, retry = true): Promise<T> {
    const run = () => TenantTx.run(this.#database, this.context, work);
    return retry ? withCopies(this, () => withRetry(run)) : run();
  }

  override async atOnce(collect: (tx: TransactionCore) => void): Promise<boolean> {
    try {
      await this.transaction((tx) => Promise.resolve(collect(tx)));
      return true;
    } catch (error) {
      if (isUnmet(error)) return false;
      throw error;
    }
  }
}
