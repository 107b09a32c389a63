import pg from 'pg';
import type { QueryConfig } from './described-query.ts';
import { detectTenantForm } from './detect-tenant-form.ts';
import { corkUntilNextTick } from './flush.ts';
import { insideTransaction } from './outside-calls.ts';
import { GENERIC_PLAN } from './plan-choice.ts';
import { isStalePlan } from './stale-plan.ts';
import { PoolerClient } from './pooler-client.ts';
import { StatementBatches } from './statement-batches.ts';
import { postgresTenantForm, type TenantForm } from './tenant-form.ts';
import { preparedStatements } from './tenant-query.ts';
import { TransactionTurns } from './transaction-turns.ts';
import { typeParsers } from './type-parsers.ts';

/** A connection as long as its transaction lasts. */
export interface TransactionClient {
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<pg.QueryResult<Row>>;
}

/** A compiled statement; `name` makes Postgres keep its plan. */
export interface Sql {
  readonly text: string;
  readonly name?: string;
  /** Whether its text ends in {@link GENERIC_PLAN}. */
  readonly isGeneric?: boolean;
}

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Connections at most; the sum over all replicas stays below the server's limit. */
  readonly max?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
  /**
   * How long a statement may take before its connection is given up; 20 s when absent, which is longer than the server lets it. A
   * host that is gone without a word would otherwise be waited for until the system gives its connections up, a quarter of an hour.
   */
  readonly queryTimeoutMs?: number;
  /** Whether the address is a pooler's in transaction mode, where prepared statements do not last. */
  readonly pooler?: boolean;
}

/** Beyond the servers' statement_timeout of 15 s, which a server that lives answers with an error. */
const QUERY_TIMEOUT_MS = 20_000;

/** How long work waits for a connection, and before that a transaction for its turn. */
const PATIENCE_MS = 5_000;

/** Shapes beyond this are sent unnamed, so that a client making up filters cannot fill the server with plans. */
const NAMED_STATEMENTS = 1000;

/** A pool of connections to one service's schema under one role. Knows about tenants only through {@link Database.queryAs}. */
export class Database {
  readonly pool: pg.Pool;
  readonly turns: TransactionTurns;
  readonly #named = new Map<string, Sql>();
  #namesGiven = 0;
  readonly #keepsPlans: boolean;
  readonly #batches: StatementBatches;
  #tenantForm = postgresTenantForm;
  #isDetected = false;

  constructor(options: DatabaseOptions) {
    this.#keepsPlans = options.pooler !== true;
    const max = options.max ?? 10;
    this.turns = new TransactionTurns(max, PATIENCE_MS);
    this.pool = new pg.Pool({
      connectionString: options.url,
      max,
      application_name: options.applicationName ?? 'psa',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      pipeline: true,
      types: typeParsers,
      ...(options.pooler ? { Client: PoolerClient } : {}),
      verify: (client: pg.PoolClient, done: (error?: Error) => void) => {
        const prepared = options.pooler ? undefined : prepareConnection(client);
        Promise.all([detectTenantForm(client), prepared]).then(([form]) => {
          this.#tenantForm = form;
          this.#isDetected = true;
          done();
        }, done);
      },
    } as pg.PoolConfig);
    this.#batches = new StatementBatches(this.pool, () => this.tenantForm);
    // A connection that breaks is replaced on next use; without listeners its error would end the process.
    this.pool.on('error', () => {});
    this.pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Number of statements and transactions that wait for a connection or for their turn to take one. */
  get waiting(): number {
    return this.pool.waitingCount + this.turns.waiting;
  }

  /** How tenants are named to the server, as the newest connection found it. */
  get tenantForm(): TenantForm {
    return this.#tenantForm;
  }

  /** {@link tenantForm}, once there was a connection to find it: for what chooses its statements before it has one. */
  async detectedTenantForm(): Promise<TenantForm> {
    if (!this.#isDetected) (await this.pool.connect()).release();
    return this.#tenantForm;
  }

  /** A statement with a name stable for its text, or without one when there are too many shapes. */
  named(text: string): Sql {
    const known = this.#named.get(text);
    if (known !== undefined) return known;
    if (this.#named.size >= NAMED_STATEMENTS) return { text };
    const named = { text, name: `psa_${this.#namesGiven++}`, isGeneric: this.#keepsPlans && text.endsWith(GENERIC_PLAN) };
    this.#named.set(text, named);
    return named;
  }

  /** Gives a statement another name from now on: under its old one it is stale on every connection that has it. */
  rename(text: string): void {
    this.#named.delete(text);
  }

  /**
   * Runs one statement as a tenant in its own implicit transaction. Statements asked for in the same turn of the event
   * loop, such as a page and its total, share a connection and a write, as do those that come while enough is under way.
   */
  queryAs<Row extends pg.QueryResultRow>(tenant: string, sql: Sql, values: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      const add = (config: QueryConfig, failed: (error: Error) => void) => {
        this.#batches.add({ tenant, config, resolve: resolve as (result: pg.QueryResult) => void, reject: failed });
      };
      add({ ...sql, values }, (error) => {
        if (!isStalePlan(error)) return reject(error);
        this.rename(sql.text);
        add({ text: sql.text, values }, reject);
      });
    });
  }

  /** Runs one statement outside any tenant: for the worker role, health checks and tables that belong to no tenant. */
  async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#query<Row>({ text }, values);
  }

  /** Like {@link query}, and keeps the plan: for what is asked often, of tables whose size changes little between two runs of Postgres' statistics. */
  async queryPrepared<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#query<Row>(this.named(text), values);
  }

  async #query<Row extends pg.QueryResultRow>(sql: Sql, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.pool.query<Row>({ ...sql, values: [...values] });
    return rows;
  }

  /**
   * Like {@link query}, planned under a setting of its own: where statistics that are out of date would make a wrong plan dear. All of it is
   * one write, and costs no further way to the server.
   * @param setting such as `enable_bitmapscan = off`
   */
  async queryUnder<Row extends pg.QueryResultRow>(setting: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      corkUntilNextTick(client);
      const sent = [
        client.query('BEGIN'),
        client.query(`SET LOCAL ${setting}`),
        client.query<Row>(text, [...values]),
        // Of a transaction that failed it is a ROLLBACK.
        client.query('COMMIT'),
      ] as const;
      const [, , , ended] = await Promise.allSettled(sent);
      if (ended.status === 'rejected') broken = ended.reason as Error;
      const [, , { rows }] = await Promise.all(sent);
      return rows;
    } finally {
      client.release(broken);
    }
  }

  /** Runs work on one connection in a transaction outside any tenant. */
  async transaction<T>(work: (client: TransactionClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let hasEnded = false;
    // Work that goes on after its transaction must not reach a connection that is in the midst of another one by then.
    const guarded: TransactionClient = {
      query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
        if (hasEnded) throw new Error('The transaction has ended');
        return client.query<Row>(text, [...values]);
      },
    };
    let broken: Error | undefined;
    try {
      corkUntilNextTick(client);
      // Not waited for: it leaves together with the first statement of the work, which fails if it does.
      const begun = client.query('BEGIN');
      begun.catch(() => {});
      const result = await insideTransaction(() => work(guarded));
      hasEnded = true;
      await begun;
      const { command } = await client.query('COMMIT');
      // COMMIT of a failed transaction answers ROLLBACK without an error.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back instead of committed');
      return result;
    } catch (error) {
      hasEnded = true;
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** Prepares on a new connection what every use of it rides on. */
async function prepareConnection(client: pg.PoolClient): Promise<void> {
  const { begin, commit, setTenant, setTenantAndPlan } = preparedStatements;
  await Promise.all([
    client.query({ ...setTenant, values: [''] }),
    client.query({ ...setTenantAndPlan, values: ['', 'auto'] }),
    client.query({ ...begin }),
    client.query({ ...commit }),
  ]);
}
