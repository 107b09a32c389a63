import { DescribedQuery, type QueryCallback, type QueryConfig, type Wire } from './described-query.ts';

/**
 * Row-level security without a transaction's round trips. Messages of the extended protocol up to one Sync form one implicit
 * transaction, so a prepared `set_config('app.tenant', …, is_local)` bound and executed ahead of the query in the same flush
 * holds for exactly that query. Measured: 56 µs in Postgres against 46 without and 81 with BEGIN, SET LOCAL and COMMIT.
 * A real transaction begins the same way, with a prepared BEGIN ahead.
 */

/** Statements every connection has prepared before its first use. */
export const preparedStatements = {
  begin: { name: 'psa_begin', text: 'BEGIN' },
  commit: { name: 'psa_commit', text: 'COMMIT' },
  /** As a condition that does not hold: a row with what was set would be sent to nobody. */
  setTenant: { name: 'psa_set_tenant', text: "select where set_config('app.tenant', $1, true) is null" },
} as const;

const identity = (value: unknown) => value;

/** A query that runs as one tenant. The connection must have {@link preparedStatements}. */
export class TenantQuery extends DescribedQuery {
  readonly #tenant: string;
  readonly #begin: boolean;
  #isKept = true;
  /** Commands ahead of the query that are not done yet; none gives rows. */
  #ahead: number;

  /** @param begin opens a transaction that lasts beyond this query */
  constructor(tenant: string, config: QueryConfig, begin: boolean, callback: QueryCallback) {
    super(config, callback);
    this.#tenant = tenant;
    this.#begin = begin;
    this.#ahead = begin ? 2 : 1;
  }

  override disablePreparedStatements(): void {
    super.disablePreparedStatements();
    this.#isKept = false;
  }

  override prepare(connection: Wire): void {
    if (this.#begin) this.#runAhead(connection, preparedStatements.begin, []);
    this.#runAhead(connection, preparedStatements.setTenant, [this.#tenant]);
    super.prepare(connection);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#ahead > 0) this.#ahead--;
    else super.handleCommandComplete(message, connection);
  }

  #runAhead(connection: Wire, { name, text }: { name: string; text: string }, values: readonly unknown[]): void {
    if (!this.#isKept) connection.parse({ text, name: '', types: [] });
    connection.bind({ portal: '', statement: this.#isKept ? name : '', values, valueMapper: identity });
    connection.execute({ portal: '' });
  }

  /** Even a query without values takes the extended protocol: the tenant rides ahead of it. */
  override requiresPreparation(): boolean {
    return true;
  }
}
