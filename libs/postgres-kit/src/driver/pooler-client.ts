import pg from 'pg';
import { DescribedQuery } from './described-query.ts';

/**
 * A client behind a pooler in transaction mode, such as PgBouncer: its next transaction may run on another of the server's
 * connections, so no prepared statement is kept on this one. Costs Postgres a parse and a plan for each statement.
 */
export class PoolerClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.query = ((first: unknown, ...rest: unknown[]) =>
      Reflect.apply(pg.Client.prototype.query, this, [withoutName(first), ...rest]) as unknown) as typeof this.query;
  }
}

function withoutName(statement: unknown): unknown {
  if (statement instanceof DescribedQuery) {
    statement.disablePreparedStatements();
    return statement;
  }
  if (typeof statement !== 'object' || statement === null || !('name' in statement)) return statement;
  const { name: _, ...unnamed } = statement;
  return unnamed;
}
