import type pg from 'pg';
import type { Database, Sql } from './database.ts';
import type { QueryConfig } from './described-query.ts';
import { corkUntilNextTick, send, sendAfter, sendCommit } from './flush.ts';
import { type Deferred, mergeDeferred, type Merged } from './merge-deferred.ts';
import { insideTransaction } from './outside-calls.ts';
import { sendableValues } from './sendable-values.ts';
import { isStalePlan } from './stale-plan.ts';
import type { TenantForm } from './tenant-form.ts';
import type { Rows } from './rows.ts';

/**
 * A transaction on one connection, sent in as few flushes as its logic allows: BEGIN rides ahead of the first statement,
 * statements asked for in the same tick leave together, statements deferred to the end ride with COMMIT. Each statement runs as
 * the tenant it is asked for: row-level security holds for each by itself.
 */
export class Transaction {
  readonly #database: Database;
  readonly #client: pg.PoolClient;
  readonly #deferred: Deferred[] = [];
  readonly #afterCommit: (() => void)[] = [];
  /** Whose rows the last statement sent was for; undefined before the first. */
  #tenant: string | undefined;
  #ended = false;

  private constructor(database: Database, client: pg.PoolClient) {
    this.#database = database;
    this.#client = client;
  }

  /** Runs work in a transaction and commits it; any error rolls everything back. */
  static async run<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const client = await database.pool.connect();
    const transaction = new Transaction(database, client);
    const result = await transaction.#runToEnd(work);
    for (const callback of transaction.#afterCommit) callback();
    return result;
  }

  async #runToEnd<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let broken: Error | undefined;
    try {
      const result = await insideTransaction(() => work(this));
      this.#ended = true;
      await this.#commit();
      return result;
    } catch (error) {
      this.#ended = true;
      if (this.#tenant !== undefined)
        await this.#client.query('ROLLBACK').catch((failure: Error) => {
          broken = failure;
        });
      throw error;
    } finally {
      this.#client.release(broken);
    }
  }

  async execute<Row>(tenant: string, sql: Sql, values: readonly unknown[]): Promise<Rows<Row>> {
    this.#assertOpen();
    try {
      const result = await this.#send<Row & object>(tenant, sql, values);
      return { rows: result.rows, affected: result.rowCount ?? 0 };
    } catch (error) {
      if (isStalePlan(error)) this.#database.rename(sql.text);
      throw error;
    }
  }

  /** Runs work that may fail without the whole: what it wrote and deferred is undone. */
  async attempt<T>(tenant: string, work: () => Promise<T>): Promise<T> {
    const [deferred, callbacks] = [this.#deferred.length, this.#afterCommit.length];
    await this.execute(tenant, { text: 'savepoint attempt' }, []);
    try {
      const result = await work();
      await this.execute(tenant, { text: 'release savepoint attempt' }, []);
      return result;
    } catch (error) {
      this.#deferred.length = deferred;
      this.#afterCommit.length = callbacks;
      await this.execute(tenant, { text: 'rollback to savepoint attempt' }, []);
      throw error;
    }
  }

  /** How the server takes statements. */
  get tenantForm(): TenantForm {
    return this.#database.tenantForm;
  }

  /** A statement with a name stable for its text. */
  named(text: string): Sql {
    return this.#database.named(text);
  }

  /**
   * Sends a statement together with COMMIT.
   * @param merged how several of this text are sent as one; each is sent by itself when absent
   * @throws TypeError for a value that cannot be sent
   */
  atCommit(tenant: string, text: string, values: readonly unknown[], merged?: Merged): void {
    this.#assertOpen();
    this.#deferred.push({ tenant, ...this.#prepared(text, values), merged });
  }

  #prepared(text: string, values: readonly unknown[]): Pick<Deferred, 'sql' | 'values'> {
    return { sql: this.named(text), values: sendableValues(values) };
  }

  /** Calls back once the transaction is durable; never when it rolled back. */
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
    if (this.#tenant === undefined && this.#deferred.length === 0) return;
    // By tenant, and in their order within each: what several transactions lock of several tenants they lock in one order.
    const inOrder = this.#deferred.toSorted((one, other) => (one.tenant < other.tenant ? -1 : one.tenant > other.tenant ? 1 : 0));
    const deferred = mergeDeferred(inOrder, this.#database.tenantForm.drawsByRow, (text, values) => this.#prepared(text, values));
    const { begin, setTenant, statement } = this.#database.tenantForm;
    const ahead: QueryConfig[] = this.#tenant === undefined ? [...begin] : [];
    for (const { tenant, sql, values } of deferred) {
      if (tenant !== this.#tenant) ahead.push(setTenant(tenant));
      this.#tenant = tenant;
      ahead.push(statement(tenant, { ...sql, values }));
    }
    corkUntilNextTick(this.#client);
    const { command } = await sendCommit(this.#client, ahead);
    // COMMIT of a failed transaction answers ROLLBACK without an error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back instead of committed');
  }

  #send<Row extends pg.QueryResultRow>(tenant: string, { text, name }: Sql, values: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    corkUntilNextTick(this.#client);
    const { begin, setTenant, statement } = this.#database.tenantForm;
    const config = statement(tenant, { text, values, ...(name === undefined ? {} : { name }) });
    const before = this.#tenant;
    if (before === tenant) return send<Row>(this.#client, config);
    const ahead = before === undefined ? [...begin, setTenant(tenant)] : [setTenant(tenant)];
    this.#tenant = tenant;
    return sendAfter<Row>(this.#client, ahead, config);
  }
}
