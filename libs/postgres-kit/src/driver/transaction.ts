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

/** A statement that is sent with COMMIT, and whose rows are read. */
interface ReadAtCommit {
  readonly tenant: string;
  readonly sql: Sql;
  readonly values: readonly unknown[];
  readonly keep: (rows: unknown[]) => void;
}

/** By tenant, and in their order within each: what several transactions lock of several tenants they lock in one order. */
const byTenant = (one: { readonly tenant: string }, other: { readonly tenant: string }) =>
  one.tenant < other.tenant ? -1 : one.tenant > other.tenant ? 1 : 0;

/**
 * A transaction on one connection, sent in as few flushes as its logic allows: BEGIN rides ahead of the first statement,
 * statements asked for in the same tick leave together, statements deferred to the end ride with COMMIT. Each statement runs as
 * the tenant it is asked for: row-level security holds for each by itself.
 */
export class Transaction {
  readonly #database: Database;
  readonly #client: pg.PoolClient;
  readonly #deferred: Deferred[] = [];
  readonly #readAtCommit: ReadAtCommit[] = [];
  readonly #afterCommit: (() => void)[] = [];
  readonly #afterRollback: (() => void)[] = [];
  /** Whose rows the last statement sent was for; undefined before the first. */
  #tenant: string | undefined;
  #ended = false;

  private constructor(database: Database, client: pg.PoolClient) {
    this.#database = database;
    this.#client = client;
  }

  /** Runs work in a transaction and commits it; any error rolls everything back. */
  static async run<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { pool, turns } = database;
    const turn = turns.take();
    if (turn !== undefined) await turn;
    try {
      const transaction = new Transaction(database, await pool.connect());
      const result = await transaction.#runToEnd(work);
      for (const callback of transaction.#afterCommit) callback();
      return result;
    } finally {
      turns.end();
    }
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
      for (const callback of this.#afterRollback) callback();
      throw error;
    } finally {
      this.#client.release(broken);
    }
  }

  async execute<Row>(tenant: string, sql: Sql, values: readonly unknown[]): Promise<Rows<Row>> {
    this.#assertOpen();
    const result = await this.#sendKnown<Row & object>(tenant, sql, values);
    return { rows: result.rows, affected: result.rowCount ?? 0 };
  }

  /** Sends a statement, which is known by another name the next time when its plan is stale. */
  async #sendKnown<Row extends pg.QueryResultRow>(tenant: string, sql: Sql, values: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    try {
      return await this.#send<Row>(tenant, sql, values);
    } catch (error) {
      if (isStalePlan(error)) this.#database.rename(sql.text);
      throw error;
    }
  }

  /** Runs work that may fail without the whole: what it wrote and deferred is undone. */
  async attempt<T>(tenant: string, work: () => Promise<T>): Promise<T> {
    const before = this.#collected.map(({ length }) => length);
    await this.execute(tenant, { text: 'savepoint attempt' }, []);
    try {
      const result = await work();
      await this.execute(tenant, { text: 'release savepoint attempt' }, []);
      return result;
    } catch (error) {
      const undone = this.#afterRollback.slice(before.at(-1));
      for (const [index, list] of this.#collected.entries()) list.length = before[index] as number;
      for (const callback of undone) callback();
      await this.execute(tenant, { text: 'rollback to savepoint attempt' }, []);
      throw error;
    }
  }

  /** All that waits for the end, in which a part that is undone leaves nothing; the callbacks of a rollback last. */
  get #collected(): readonly unknown[][] {
    return [this.#deferred, this.#readAtCommit, this.#afterCommit, this.#afterRollback];
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

  /**
   * Sends a statement together with COMMIT, ahead of those of {@link atCommit}.
   * @param use is given its rows once the transaction is durable
   */
  readAtCommit<Row>(tenant: string, text: string, values: readonly unknown[], use: (rows: Row[]) => void): void {
    this.#assertOpen();
    let rows: Row[] = [];
    const keep = (result: unknown[]) => {
      rows = result as Row[];
    };
    this.#readAtCommit.push({ tenant, ...this.#prepared(text, values), keep });
    this.afterCommit(() => use(rows));
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
   * Calls back once the transaction, or the attempt that this is part of, was rolled back, or its connection was lost; never when it is
   * known to be durable.
   */
  afterRollback(callback: () => void): void {
    this.#assertOpen();
    this.#afterRollback.push(callback);
  }

  /**
   * Work that goes on after its transaction, such as the other half of a `Promise.all` of which one failed, must not reach the
   * connection: that may be in the midst of another tenant's transaction by then.
   */
  #assertOpen(): void {
    if (this.#ended) throw new Error('The transaction has ended');
  }

  async #commit(): Promise<void> {
    if (this.#tenant === undefined && this.#deferred.length === 0 && this.#readAtCommit.length === 0) return;
    const read = this.#readAtCommit.toSorted(byTenant).map(async ({ tenant, sql, values, keep }) => {
      keep((await this.#sendKnown(tenant, sql, values)).rows);
    });
    // The error of a statement tells more than that of the commit after it.
    const failed = (await Promise.allSettled([...read, this.#sendCommit()])).find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  async #sendCommit(): Promise<void> {
    const deferred = mergeDeferred(this.#deferred.toSorted(byTenant), this.#database.tenantForm.drawsByRow, (text, values) =>
      this.#prepared(text, values),
    );
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
