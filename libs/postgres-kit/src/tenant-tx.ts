import type pg from 'pg';
import type { Database, Sql } from './database.ts';
import { flushTogether, send, sendAs } from './flush.ts';
import { isStalePlan } from './stale-plan.ts';
import type { TenantTables } from './tables.ts';
import { type Cause, type Rows, TenantScope, type TransactionCore } from './tenant-scope.ts';

interface Deferred {
  readonly sql: Sql;
  readonly values: readonly unknown[];
}

const COMMIT: Deferred = { sql: { text: 'COMMIT', name: 'psa_commit' }, values: [] };

/**
 * A transaction as one tenant, sent in as few flushes as its logic allows: BEGIN and the tenant ride ahead of the first
 * statement, statements asked for in the same tick leave together, statements deferred to the end ride with COMMIT.
 */
export class TenantTx<Tables extends TenantTables<Tables>> extends TenantScope<Tables> implements TransactionCore {
  readonly #database: Database;
  readonly #client: pg.PoolClient;
  readonly #deferred: Deferred[] = [];
  readonly #afterCommit: (() => void)[] = [];
  #begun = false;
  #ended = false;

  private constructor(database: Database, cause: Cause, client: pg.PoolClient) {
    super(cause);
    this.#database = database;
    this.#client = client;
  }

  /** Runs work in a transaction and commits it; any error rolls everything back. */
  static async run<Tables extends TenantTables<Tables>, T>(
    database: Database, cause: Cause, work: (tx: TenantTx<Tables>) => Promise<T>,
  ): Promise<T> {
    const client = await database.pool.connect();
    const tx = new TenantTx<Tables>(database, cause, client);
    const result = await tx.#runToEnd(work);
    for (const callback of tx.#afterCommit) callback();
    return result;
  }

  async #runToEnd<T>(work: (tx: TenantTx<Tables>) => Promise<T>): Promise<T> {
    let broken: Error | undefined;
    try {
      const result = await work(this);
      this.#ended = true;
      await this.#commit();
      return result;
    } catch (error) {
      this.#ended = true;
      if (this.#begun) await this.#client.query('ROLLBACK').catch((failure: Error) => { broken = failure; });
      throw error;
    } finally {
      this.#client.release(broken);
    }
  }

  override async execute<Row>(sql: Sql, values: readonly unknown[]): Promise<Rows<Row>> {
    this.#assertOpen();
    try {
      const result = await this.#send<Row & object>(sql, values);
      return { rows: result.rows, affected: result.rowCount ?? 0 };
    } catch (error) {
      if (isStalePlan(error)) this.#database.rename(sql.text);
      throw error;
    }
  }

  protected override named(text: string): Sql {
    return this.#database.named(text);
  }

  /** Already inside: the work joins this transaction. */
  override transaction<T>(work: (tx: TenantTx<Tables>) => Promise<T>): Promise<T> {
    return work(this);
  }

  atCommit(text: string, values: readonly unknown[]): void {
    this.#assertOpen();
    this.#deferred.push({ sql: this.named(text), values });
  }

  afterCommit(callback: () => void): void {
    this.#assertOpen();
    this.#afterCommit.push(callback);
  }

  /**
   * Work that goes on after its transaction, such as the other half of a `Promise.all` of which one failed, must not reach the
   * connection: that may be in the midst of another tenant's transaction by then.
   */
  #assertOpen(): void {
    if (this.#ended) throw new Error('The transaction has ended');
  }

  async #commit(): Promise<void> {
    if (!this.#begun && this.#deferred.length === 0) return;
    const sent = [...this.#deferred, COMMIT].map(({ sql, values }) => this.#send(sql, values));
    // All are awaited even if one fails, so that none is left without a handler; the first failure is the cause.
    const results = await Promise.allSettled(sent);
    for (const result of results) if (result.status === 'rejected') throw result.reason as Error;
    const last = results.at(-1) as PromiseFulfilledResult<pg.QueryResult>;
    // COMMIT of a failed transaction answers ROLLBACK without an error.
    if (last.value.command !== 'COMMIT') throw new Error('The transaction was rolled back instead of committed');
  }

  #send<Row extends pg.QueryResultRow>({ text, name }: Sql, values: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    flushTogether(this.#client);
    const begin = !this.#begun;
    this.#begun = true;
    const config = { text, values, ...(name === undefined ? {} : { name }) };
    return begin ? sendAs<Row>(this.#client, this.tenant, config, true) : send<Row>(this.#client, config);
  }
}
