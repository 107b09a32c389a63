import type { Sql } from '../driver/database.ts';
import { insideTransaction, isInsideTransaction, type OutsideCalls } from '../driver/outside-calls.ts';
import type { Rows } from '../driver/rows.ts';
import type { TenantTables } from './tables.ts';
import { type ScopeCore, TenantScope, type TenantTx } from './tenant-scope.ts';

const READS = /^\s*select\b(?!.*\bfor\s+(?:no\s+key\s+)?(?:update|share)\b)/is;

interface Held<Tables extends TenantTables<Tables>> {
  readonly begun: Promise<TenantTx<Tables>>;
  readonly finished: PromiseWithResolvers<void>;
  /** Settles when the transaction was committed or rolled back. */
  readonly ended: Promise<void>;
}

/**
 * One tenant's rows for work whose writes have to be committed together with something that is known only when it returns. Reads run
 * by themselves until the first write; from then on everything runs in one transaction, which stays open until {@link commit}. Work
 * that waits for others therefore does so before its first write, or between transactions it commits by `commitNow`.
 */
export class LazyTransaction<Tables extends TenantTables<Tables>> extends TenantScope<Tables> {
  readonly #db: TenantScope<Tables>;
  readonly #calls: OutsideCalls;
  #held: Held<Tables> | undefined;
  /** Ends with the transaction asked for last. */
  #last: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(db: TenantScope<Tables>, calls: OutsideCalls) {
    super(db.context);
    this.#db = db;
    this.#calls = calls;
  }

  override get isInTransaction(): boolean {
    return this.#held !== undefined;
  }

  override get apart(): ScopeCore {
    return this.#held === undefined ? this.#db : this;
  }

  override async execute<Row>(sql: Sql, values: readonly unknown[]): Promise<Rows<Row>> {
    if (this.#held === undefined && READS.test(sql.text)) return this.#db.execute(sql, values);
    return (await this.#begin()).execute(sql, values);
  }

  override named(text: string): Sql {
    return this.#db.named(text);
  }

  /** One after the other, since they share a connection. One that fails is undone, as it is outside of this. */
  override async transaction<T>(work: (tx: TenantTx<Tables>) => Promise<T>): Promise<T> {
    if (isInsideTransaction(this.#calls)) return work(await this.#begin());
    const turn = this.#last.then(() => insideTransaction(() => this.#runNext(work)));
    this.#last = turn.then(
      () => {},
      () => {},
    );
    return turn;
  }

  override commitNow<T>(work: (tx: TenantTx<Tables>) => Promise<T>): Promise<T> {
    return this.#held === undefined ? this.#db.transaction(work) : this.transaction(work);
  }

  async #runNext<T>(work: (tx: TenantTx<Tables>) => Promise<T>): Promise<T> {
    if (this.#held !== undefined) return (await this.#held.begun).attempt(work);
    const tx = await this.#begin();
    try {
      return await work(tx);
    } catch (error) {
      // Nothing else was written yet: the work may go on as if this had not been tried.
      await this.#end(error);
      throw error;
    }
  }

  /** Commits what was written, together with what `last` writes. */
  async commit(last: (db: TenantScope<Tables>) => Promise<void>): Promise<void> {
    this.#isOver = true;
    await this.#last;
    const held = this.#held;
    if (held === undefined) return last(this.#db);
    await last(await held.begun);
    held.finished.resolve();
    await held.ended;
  }

  /** Rolls back what was written. */
  async rollback(error: unknown): Promise<void> {
    this.#isOver = true;
    await this.#end(error);
  }

  async #end(error: unknown): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    held?.finished.reject(error);
    await held?.ended.catch(() => {});
  }

  #begin(): Promise<TenantTx<Tables>> {
    // A promise that was not awaited may get here after the end: its transaction would never be finished.
    if (this.#isOver) return Promise.reject(new Error('The transaction has ended'));
    return (this.#held ??= this.#hold()).begun;
  }

  #hold(): Held<Tables> {
    const [begun, finished] = [Promise.withResolvers<TenantTx<Tables>>(), Promise.withResolvers<void>()];
    finished.promise.catch(() => {});
    const ended = this.#db.transaction(async (tx) => {
      this.#calls.isInTransaction = true;
      begun.resolve(tx);
      await finished.promise;
    }, false);
    ended
      .finally(() => {
        this.#calls.isInTransaction = false;
      })
      .catch(begun.reject);
    return { begun: begun.promise, finished, ended };
  }
}
