import pg from 'pg';
import { type Column, rowMaker, type RowMaker } from './row-maker.ts';

export interface QueryConfig {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name?: string;
  /** Whether one plan is kept for all its values. */
  readonly isGeneric?: boolean;
}

export type QueryCallback = (error: Error | null, result: pg.QueryResult) => void;

/** The parts of pg's connection that this builds on. */
export interface Wire {
  parse(config: { text: string; name: string; types: readonly number[] }): void;
  bind(config: { portal: string; statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(config: { type: 'P'; name: string }): void;
  execute(config: { portal: string }): void;
  sync(): void;
  close(config: { type: 'S'; name: string }): void;
  /** Texts by the names under which the server has them prepared. */
  readonly parsedStatements: Record<string, string>;
  /** Those of them that the server was asked to prepare and has not answered for yet. */
  readonly submittedNamedStatements: Record<string, string>;
}

/** What pg makes of a description of rows: the columns, and how each is read. */
interface RowShape {
  fields: readonly Column[];
  _parsers: readonly ((text: string) => unknown)[] | undefined;
  _prebuiltEmptyResultObject: unknown;
  parseRow?: RowMaker;
}

/** The parts of pg's Query that this builds on; its public types leave them out. */
interface QueryInternals {
  new (
    text: string,
    values: readonly unknown[],
    callback: QueryCallback,
  ): {
    name?: string | undefined;
    readonly text: string;
    readonly _result: RowShape;
    _accumulateRows?: boolean;
    prepare(connection: Wire): void;
    handleDataRow(message: unknown): void;
    handleCommandComplete(message: unknown, connection: Wire): void;
    handleError(error: Error, connection: Wire): void;
    requiresPreparation(): boolean;
    submit(connection: unknown): Error | null;
  };
}

/** What is known of a connection's prepared statements, by their names, and the connection without some of what pg sends on it. */
interface Known {
  readonly shapes: Map<string, RowShape>;
  /** Describes nothing. */
  readonly silent: Wire;
  /** Nor does it end what it begins. */
  readonly ahead: Wire;
}

const connections = new WeakMap<Wire, Known>();

const PgQuery = pg.Query as unknown as QueryInternals;

/**
 * A query whose rows are described once for each prepared statement and connection: pg asks for the description of each run,
 * and makes its parsers anew from it, which is a tenth of what a service does for a row of forty columns. What a statement
 * returns cannot change while it is prepared: Postgres refuses it then (see `isStalePlan`), and it gets another name. From the second run on
 * its rows are made by a function of their own ({@link rowMaker}).
 */
export class DescribedQuery extends PgQuery {
  constructor({ text, values, name }: QueryConfig, callback: QueryCallback) {
    // Given an object, pg would copy it with all its property descriptors, which takes longer than the rest of this.
    super(text, values, callback);
    this.name = name;
  }

  /** For a connection on which nothing stays prepared: all of it is parsed each time. */
  disablePreparedStatements(): void {
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
    super.prepare(statementsOf(connection).silent);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    super.handleCommandComplete(message, connection);
    if (this.name !== undefined) remember(connection, this.name, this._result);
  }
}

function remember(connection: Wire, name: string, { fields, _parsers, _prebuiltEmptyResultObject }: RowShape): void {
  const { shapes } = statementsOf(connection);
  if (shapes.has(name)) return;
  const parseRow = rowMaker(fields, _parsers ?? []);
  shapes.set(name, { fields, _parsers, _prebuiltEmptyResultObject, ...(parseRow !== undefined && { parseRow }) });
}

/** The connection for a query that goes ahead of another one, up to whose end the server answers in one piece. */
export function sendWithoutSync(connection: Wire): Wire {
  return statementsOf(connection).ahead;
}

function statementsOf(connection: Wire): Known {
  let known = connections.get(connection);
  if (known === undefined) {
    const silent = Object.create(connection, { describe: { value: () => {} } }) as Wire;
    known = { shapes: new Map(), silent, ahead: Object.create(silent, { sync: { value: () => {} } }) as Wire };
    connections.set(connection, known);
  }
  return known;
}
