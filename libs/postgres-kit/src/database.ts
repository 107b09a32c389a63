import pg from 'pg';
import { TenantQuery, TENANT_STATEMENT, TENANT_STATEMENT_TEXT } from './tenant-query.ts';
import { typeParsers } from './type-parsers.ts';

/** A compiled statement; `name` makes Postgres keep its plan. */
export interface Sql {
  readonly text: string;
  readonly name?: string;
}

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Connections at most; the sum over all replicas stays below the server's limit. */
  readonly max?: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string;
}

/** Shapes beyond this are sent unnamed, so that a client making up filters cannot fill the server with plans. */
const NAMED_STATEMENTS = 1000;

/** A pool of connections to one service's schema under one role. Knows about tenants only through {@link Database.queryAs}. */
export class Database {
  readonly pool: pg.Pool;
  readonly #names = new Map<string, string>();

  constructor(options: DatabaseOptions) {
    this.pool = new pg.Pool({
      connectionString: options.url,
      max: options.max ?? 10,
      application_name: options.applicationName ?? 'psa',
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      pipeline: true,
      types: typeParsers,
      verify: (client: pg.PoolClient, done: (error?: Error) => void) => {
        client.query({ name: TENANT_STATEMENT, text: TENANT_STATEMENT_TEXT, values: [''] }).then(() => done(), done);
      },
    } as pg.PoolConfig);
    // A connection that breaks is replaced on next use; without listeners its error would end the process.
    this.pool.on('error', () => {});
    this.pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** A statement with a name stable for its text, or without one when there are too many shapes. */
  named(text: string): Sql {
    let name = this.#names.get(text);
    if (name === undefined) {
      if (this.#names.size >= NAMED_STATEMENTS) return { text };
      name = `psa_${this.#names.size}`;
      this.#names.set(text, name);
    }
    return { text, name };
  }

  /** Runs one statement as a tenant in its own implicit transaction. */
  async queryAs<Row extends pg.QueryResultRow>(tenant: string, sql: Sql, values: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    const client = await this.pool.connect();
    try {
      return await submitAs<Row>(client, tenant, sql, values);
    } finally {
      client.release();
    }
  }

  /** Runs one statement outside any tenant: for the worker role, health checks and tables that belong to no tenant. */
  async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = await this.pool.query<Row>({ text, values: [...values] });
    return result.rows;
  }

  /** Runs work on one connection in a transaction outside any tenant. */
  async transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => { broken = failure; });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

function submitAs<Row extends pg.QueryResultRow>(
  client: pg.PoolClient, tenant: string, sql: Sql, values: readonly unknown[],
): Promise<pg.QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    const config = sql.name === undefined ? { text: sql.text, values } : { text: sql.text, values, name: sql.name };
    const query = new TenantQuery(tenant, config, (error, result) => {
      if (error) reject(error);
      else resolve(result as pg.QueryResult<Row>);
    });
    client.query(query as unknown as pg.Submittable);
  });
}
