import { sendWithoutSync, DescribedQuery, type QueryCallback, type QueryConfig, type Wire } from './described-query.ts';
import { preparedStatements } from './tenant-query.ts';

const nobody: QueryCallback = () => {};

/**
 * COMMIT with the last statements of its transaction ahead of it, up to one Sync: Postgres answers them in one piece, and
 * after one that fails it does not come to the commit. What they return is nobody's.
 */
export class CommitQuery extends DescribedQuery {
  readonly #ahead: readonly DescribedQuery[];
  #done = 0;

  /** @param ahead in the order they run in; the error of the one that fails is the query's */
  constructor(ahead: readonly QueryConfig[], callback: QueryCallback) {
    super({ ...preparedStatements.commit, values: [] }, callback);
    this.#ahead = ahead.map((config) => new DescribedQuery(config, nobody));
  }

  override disablePreparedStatements(): void {
    super.disablePreparedStatements();
    for (const query of this.#ahead) query.disablePreparedStatements();
  }

  override prepare(connection: Wire): void {
    const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection;
    const ahead = sendWithoutSync(connection);
    for (const query of this.#ahead) {
      const { name } = query;
      // It may be there all the same, from a commit that failed after it was prepared. To close one that is not there is no error.
      if (name !== undefined && parsed[name] === undefined && submitted[name] === undefined) connection.close({ type: 'S', name });
      query.prepare(ahead);
    }
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#done === this.#ahead.length) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    const query = this.#ahead[this.#done];
    if (query === undefined) {
      super.handleCommandComplete(message, connection);
      return;
    }
    this.#done++;
    if (query.name === undefined) return;
    // pg notes what was prepared under the name of the query that it waits for, which is COMMIT.
    connection.parsedStatements[query.name] = query.text;
    delete connection.submittedNamedStatements[query.name];
  }

  override handleError(error: Error, connection: Wire): void {
    for (const { name } of this.#ahead) if (name !== undefined) delete connection.submittedNamedStatements[name];
    super.handleError(error, connection);
  }

  /** The extended protocol even where nothing stays prepared: the others ride ahead of it. */
  override requiresPreparation(): boolean {
    return true;
  }
}
