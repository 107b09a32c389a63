import type pg from 'pg';
import { CommitQuery } from './commit-query.ts';
import { DescribedQuery, type QueryCallback, type QueryConfig } from './described-query.ts';
import { TenantQuery } from './tenant-query.ts';

interface Connected {
  connection: { stream: { cork(): void; uncork(): void; writableCorked: number } };
}

/**
 * Holds back what is sent on a connection until the current tick ends: statements issued together leave in one write, which
 * costs a fraction of one write each.
 */
export function corkUntilNextTick(client: pg.PoolClient): void {
  const { stream } = (client as unknown as Connected).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Sends a query with statements ahead of it, such as the one that names its tenant. */
export function sendAfter<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  ahead: readonly QueryConfig[],
  config: QueryConfig,
): Promise<pg.QueryResult<Row>> {
  return submit(client, (callback) => new TenantQuery(ahead, config, callback));
}

/** Sends a query as whoever the connection or its transaction belongs to. */
export function send<Row extends pg.QueryResultRow>(client: pg.PoolClient, config: QueryConfig): Promise<pg.QueryResult<Row>> {
  return submit(client, (callback) => new DescribedQuery(config, callback));
}

/** Commits, with statements ahead that nobody waits for. @returns the result of COMMIT */
export function sendCommit(client: pg.PoolClient, ahead: readonly QueryConfig[]): Promise<pg.QueryResult> {
  return submit(client, (callback) => new CommitQuery(ahead, callback));
}

function submit<Row extends pg.QueryResultRow>(
  client: pg.PoolClient,
  make: (callback: QueryCallback) => DescribedQuery,
): Promise<pg.QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    const query = make((error, result) => {
      if (error) reject(error);
      else resolve(result as pg.QueryResult<Row>);
    });
    client.query(query as unknown as pg.Submittable);
  });
}
