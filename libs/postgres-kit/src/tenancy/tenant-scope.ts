import type { Actor, TenantId } from '@psa/contract-kit';
import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Database, Sql } from '../driver/database.ts';
import type { Merged } from '../driver/merge-deferred.ts';
import type { Rows } from '../driver/rows.ts';
import type { Statement } from './statement.ts';
import type { TenantTables } from './tables.ts';
import { kyselyOver, TenantBuilder } from './tenant-builder.ts';
import { Transaction } from '../driver/transaction.ts';

/** Where a request came from, as far as it is known. */
export interface Origin {
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** On whose behalf and in which chain of causes the database is used; events carry it on. */
export interface RequestContext {
  readonly tenant: TenantId;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId?: string | null;
  readonly traceparent?: string | null;
  /** For the audit log alone: events do not carry it. */
  readonly origin?: Origin;
}

/** What the kits need of a tenant's database, whatever its tables. */
export interface ScopeCore {
  readonly tenant: TenantId;
  readonly context: RequestContext;
  /** Whether a transaction is open, in which nobody else may be waited for. */
  readonly isInTransaction: boolean;
  /** The same rows for what is true whatever becomes of the work, such as a copy: it is not held back until the work is done. */
  readonly apart: ScopeCore;
  execute<Row>(sql: Sql, values: readonly unknown[]): Promise<Rows<Row>>;
  /** All rows of a declared statement. */
  all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>;
  /** The first row of a declared statement. */
  first<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row | undefined>;
}

/** What the kits need of a transaction, whatever its tables. */
export interface TransactionCore extends ScopeCore {
  /**
   * Sends a statement together with COMMIT: for rows nothing in the transaction reads back, such as the outbox.
   * @param merged how several of this text are sent as one; each is sent by itself when absent
   */
  atCommit(text: string, values: readonly unknown[], merged?: Merged): void;
  /**
   * Sends a statement together with COMMIT, ahead of those of {@link atCommit}: where what it returns matters only afterwards.
   * @param use is given its rows once the transaction is durable
   */
  readAtCommit<Row>(text: string, values: readonly unknown[], use: (rows: Row[]) => void): void;
  /** Calls back once the transaction is durable; never when it rolled back. */
  afterCommit(callback: () => void): void;
  /**
   * Calls back once the transaction, or the attempt that this is part of, was rolled back, or its connection was lost; never when it is
   * known to be durable.
   */
  afterRollback(callback: () => void): void;
}

/**
 * All the database a handler gets: one tenant's rows. Outside a transaction every statement commits by itself;
 * inside, this is a {@link TenantTx}.
 */
export abstract class TenantScope<Tables extends TenantTables<Tables>> extends TenantBuilder<Tables> implements ScopeCore {
  readonly context: RequestContext;
  protected override readonly tenantValue: TenantId;
  #kysely: Kysely<Tables> | undefined;

  constructor(context: RequestContext) {
    super();
    this.context = context;
    this.tenantValue = context.tenant;
  }

  get tenant(): TenantId {
    return this.context.tenant;
  }

  protected override get kysely(): Kysely<Tables> {
    return (this.#kysely ??= kyselyOver<Tables>((query) => this.#run(query)));
  }

  abstract get isInTransaction(): boolean;

  get apart(): ScopeCore {
    return this;
  }

  /** Runs one statement; the tenant is already set. */
  abstract execute<Row>(sql: Sql, values: readonly unknown[]): Promise<Rows<Row>>;

  /** Names a statement so that Postgres keeps its plan. */
  abstract named(text: string): Sql;

  /**
   * Runs work in one transaction; inside a transaction, as part of it. Work may run again after a deadlock: it must not act outside.
   * @param retry whether a deadlock or a stale plan leads to another run; it does when absent
   */
  abstract transaction<T>(work: (tx: TenantTx<Tables>) => Promise<T>, retry?: boolean): Promise<T>;

  /**
   * Runs a transaction of which all is known beforehand: it leaves in one flush, BEGIN and COMMIT with it, where one that waits for what
   * it reads takes two. Reads that matter afterwards go by `readAtCommit`, conditions by {@link demandRow}.
   * @param collect asks for the statements, once or, after a deadlock, again
   * @returns whether it was done. Nothing was when a condition did not hold: what was wrong has to be found out step by step; nor as part of
   * a larger transaction, which ends later.
   */
  atOnce(_collect: (tx: TransactionCore) => void): Promise<boolean> {
    return Promise.resolve(false);
  }

  /**
   * Runs work in a transaction that is committed when this returns, also under an Idempotency-Key, where everything else is committed
   * with the answer: for what has to be stored before a call to the outside. A repetition after a crash runs it again, so it must be
   * harmless twice or refuse the second time, such as using up a nonce. Inside a transaction it is part of that.
   */
  commitNow<T>(work: (tx: TenantTx<Tables>) => Promise<T>): Promise<T> {
    return this.transaction(work);
  }

  /** All rows of a declared statement. */
  async all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]> {
    return (await this.#ask(statement, params)).rows;
  }

  /** The first row of a declared statement. */
  async first<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row | undefined> {
    return (await this.#ask(statement, params)).rows[0];
  }

  #ask<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Rows<Row>> {
    return this.execute(this.named(statement.text), statement.bind(this.tenant, params));
  }

  async #run(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const { rows, affected } = await this.execute<unknown>(this.named(query.sql), query.parameters);
    return { rows, numAffectedRows: BigInt(affected) };
  }
}

const BOUND_LOCK_WAIT = { text: "select where set_config('lock_timeout', $1, true) is null", name: 'psa_lock_wait' };

/** A transaction as one tenant, for one request context. */
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

  override get isInTransaction(): boolean {
    return true;
  }

  /** Whether an INSERT may give back what it reads from other tables: where rows lie on several nodes it may not. */
  get insertsAndReads(): boolean {
    return this.#transaction.tenantForm.insertsAndReads;
  }

  override execute<Row>(sql: Sql, values: readonly unknown[]): Promise<Rows<Row>> {
    return this.#transaction.execute(this.tenant, sql, values);
  }

  override named(text: string): Sql {
    return this.#transaction.named(text);
  }

  /** Already inside: the work joins this transaction. */
  override transaction<T>(work: (tx: TenantTx<Tables>) => Promise<T>): Promise<T> {
    return work(this);
  }

  /**
   * Bounds how long a statement that follows in the transaction may wait for a lock; one that waits longer fails with it. Of rows on other
   * nodes it bounds nothing.
   */
  async boundLockWait(milliseconds: number): Promise<void> {
    await this.execute(BOUND_LOCK_WAIT, [String(milliseconds)]);
  }

  /** Runs work that may fail without the whole transaction: what it wrote is undone. One at a time. */
  attempt<T>(work: (tx: this) => Promise<T>): Promise<T> {
    return this.#transaction.attempt(this.tenant, () => work(this));
  }

  atCommit(text: string, values: readonly unknown[], merged?: Merged): void {
    this.#transaction.atCommit(this.tenant, text, values, merged);
  }

  readAtCommit<Row>(text: string, values: readonly unknown[], use: (rows: Row[]) => void): void {
    this.#transaction.readAtCommit(this.tenant, text, values, use);
  }

  afterCommit(callback: () => void): void {
    this.#transaction.afterCommit(callback);
  }

  afterRollback(callback: () => void): void {
    this.#transaction.afterRollback(callback);
  }
}
