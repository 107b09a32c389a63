import type pg from 'pg';
import type { Database, Sql } from './database.ts';
import type { TenantTables } from './tables.ts';
import { type Cause, type Rows, TenantScope, type TransactionCore } from './tenant-scope.ts';

interface Deferred {
  readonly sql: Sql;
  readonly values: readonly unknown[];
}

interface Corkable {
  connection: { stream: { cork(): void; uncork(): void } };
}

/**
 * A transaction as one tenant, sent in as few flushes as its logic allows: BEGIN and SET LOCAL ride ahead of the first
 * statement, statements deferred to the end ride together with COMMIT.
 */
export class TenantTx<Tables extends TenantTables<Tables>> extends TenantScope<Tables> implements TransactionCore {
  readonly #database: Database;
  readonly #client: pg.PoolClient;
  readonly #deferred: Deferred[] = [];
  readonly #afterCommit: (() => void)[] = [];
  #begun = false;

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
    let broken: Error | undefined;
    try {
      const result = await work(tx);
      await tx.#commit();
      for (const callback of tx.#afterCommit) callback();
      return result;
    } catch (error) {
      if (tx.#begun) await client.query('ROLLBACK').catch((failure: Error) => { broken = failure; });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  override async execute<Row>(sql: Sql, values: readonly unknown[]): Promise<Rows<Row>> {
    const result = await this.#flush(() => {
      const opened = this.#begun ? undefined : this.#begin();
      const query = this.#client.query<Row & object>({ ...sql, values: [...values] });
      return opened === undefined ? query : Promise.all([query, opened]).then(([answer]) => answer);
    });
    return { rows: result.rows, affected: result.rowCount ?? 0 };
  }

  protected override named(text: string): Sql {
    return this.#database.named(text);
  }

  /** Already inside: the work joins this transaction. */
  override transaction<T>(work: (tx: TenantTx<Tables>) => Promise<T>): Promise<T> {
    return work(this);
  }

  atCommit(text: string, values: readonly unknown[]): void {
    this.#deferred.push({ sql: this.named(text), values });
  }

  afterCommit(callback: () => void): void {
    this.#afterCommit.push(callback);
  }

  async #commit(): Promise<void> {
    if (!this.#begun && this.#deferred.length === 0) return;
    const results = await this.#flush(() => {
      const sent: Promise<pg.QueryResult | pg.QueryResult[]>[] = [];
      if (!this.#begun) sent.push(this.#begin());
      for (const { sql, values } of this.#deferred) sent.push(this.#client.query({ ...sql, values: [...values] }));
      sent.push(this.#client.query('COMMIT'));
      // All are awaited even if one fails, so that none is left without a handler; the first failure is the cause.
      return Promise.allSettled(sent);
    });
    for (const result of results) if (result.status === 'rejected') throw result.reason as Error;
    const last = results.at(-1) as PromiseFulfilledResult<pg.QueryResult>;
    // COMMIT of a failed transaction answers ROLLBACK without an error.
    if (last.value.command !== 'COMMIT') throw new Error('The transaction was rolled back instead of committed');
  }

  #begin(): Promise<pg.QueryResult> {
    this.#begun = true;
    return this.#client.query(`BEGIN; SET LOCAL app.tenant = '${this.tenant}'`);
  }

  #flush<T>(send: () => T): T {
    const { stream } = (this.#client as unknown as Corkable).connection;
    stream.cork();
    try {
      return send();
    } finally {
      stream.uncork();
    }
  }
}
