import type { Database, Sql } from './database.ts';
import type { TenantTables } from './tables.ts';
import { type RequestContext, type Rows, TenantScope, type TransactionCore } from './tenant-scope.ts';
import { Transaction } from './transaction.ts';

/** A transaction as one tenant, for one cause. */
export class TenantTx<Tables extends TenantTables<Tables>> extends TenantScope<Tables> implements TransactionCore {
  readonly #transaction: Transaction;

  private constructor(transaction: Transaction, context: RequestContext) {
    super(context);
    this.#transaction = transaction;
  }

  /** Runs work in a transaction and commits it; any error rolls everything back. */
  static run<Tables extends TenantTables<Tables>, T>(
    database: Database,
    context: RequestContext,
    work: (tx: TenantTx<Tables>) => Promise<T>,
  ): Promise<T> {
    return Transaction.run(database, (transaction) => work(new TenantTx<Tables>(transaction, context)));
  }

  /**
   * Runs pieces of work that have nothing to do with each other in one transaction, which costs one commit instead of one each:
   * all of it or nothing, each piece with its own cause and bound to its own tenant.
   * @param work is given what makes a piece's transaction from its cause
   */
  static runTogether<Tables extends TenantTables<Tables>, T>(
    database: Database,
    work: (as: (context: RequestContext) => TenantTx<Tables>) => Promise<T>,
  ): Promise<T> {
    return Transaction.run(database, (transaction) => work((context) => new TenantTx<Tables>(transaction, context)));
  }

  override execute<Row>(sql: Sql, values: readonly unknown[]): Promise<Rows<Row>> {
    return this.#transaction.execute(this.tenant, sql, values);
  }

  protected override named(text: string): Sql {
    return this.#transaction.named(text);
  }

  /** Already inside: the work joins this transaction. */
  override transaction<T>(work: (tx: TenantTx<Tables>) => Promise<T>): Promise<T> {
    return work(this);
  }

  atCommit(text: string, values: readonly unknown[]): void {
    this.#transaction.atCommit(this.tenant, text, values);
  }

  afterCommit(callback: () => void): void {
    this.#transaction.afterCommit(callback);
  }
}
