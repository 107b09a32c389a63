import pg from 'pg';

export interface QueryConfig {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
}

export type QueryCallback = (error: Error | null, result: pg.QueryResult) => void;

/** The parts of pg's connection that this builds on. */
export interface Wire {
  parse(config: { text: string; name: string; types: readonly number[] }): void;
  bind(config: { portal: string; statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(config: { type: 'P'; name: string }): void;
  execute(config: { portal: string }): void;
}

/** What pg makes of a description of rows: the columns, and how each is read. */
interface RowShape {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** The parts of pg's Query that this builds on; its public types leave them out. */
interface QueryInternals {
  new (config: QueryConfig, values: undefined, callback: QueryCallback): {
    name?: string | undefined;
    readonly _result: RowShape;
    _accumulateRows?: boolean;
    prepare(connection: Wire): void;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, connection: Wire): void;
    submit(connection: unknown): Error | null;
  };
}

/** What is known of a connection's prepared statements, by their names, and the connection as it describes nothing. */
interface Known {
  readonly shapes: Map<string, RowShape>;
  readonly silent: Wire;
}

const connections = new WeakMap<Wire, Known>();

const PgQuery = pg.Query as unknown as QueryInternals;

/**
 * A query whose rows are described once for each prepared statement and connection: pg asks for the description of each run,
 * and makes its parsers anew from it, which is a tenth of what a service does for a row of forty columns. What a statement
 * returns cannot change while it is prepared: Postgres refuses it then (see `isStalePlan`), and it gets another name.
 */
export class DescribedQuery extends PgQuery {
  /** For a connection on which nothing stays prepared: all of it is parsed each time. */
  keepNothing(): void {
    this.name = undefined;
  }

  override prepare(connection: Wire): void {
    const shape = this.name === undefined ? undefined : connections.get(connection)?.shapes.get(this.name);
    if (shape === undefined) {
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    super.prepare((connections.get(connection) as Known).silent);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    super.handleCommandComplete(message, connection);
    if (this.name !== undefined) remember(connection, this.name, this._result);
  }
}

function remember(connection: Wire, name: string, { fields, _parsers, _prebuiltEmptyResultObject }: RowShape): void {
  let known = connections.get(connection);
  if (known === undefined) {
    known = { shapes: new Map(), silent: Object.create(connection, { describe: { value: () => {} } }) as Wire };
    connections.set(connection, known);
  }
  if (!known.shapes.has(name)) known.shapes.set(name, { fields, _parsers, _prebuiltEmptyResultObject });
}
