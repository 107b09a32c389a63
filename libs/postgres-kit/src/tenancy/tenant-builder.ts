import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { TenantTables } from './tables.ts';

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();
const driver = new DummyDriver();
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
};

/** Runs what a Kysely builder compiled to. */
export type Execute = (query: CompiledQuery) => Promise<QueryResult<unknown>>;

/** A Kysely whose statements go through the given function; cheap enough to make one per request. */
export function kyselyOver<Tables>(execute: Execute): Kysely<Tables> {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) => (await execute(query)) as QueryResult<R>,
    streamQuery: () => {
      throw new Error('Read in keyset pages instead of streaming from a cursor');
    },
  };
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: (consumer) => consumer(connection) });
  return new Kysely<Tables>({ config: { dialect }, driver, executor, dialect });
}

interface Filterable {
  where(column: string, operator: '=', value: unknown): unknown;
}

/**
 * First wall between tenants: every read, update and delete starts with the tenant's predicate.
 * Inserts need none, because the column's default is the session's tenant and cannot be given.
 */
export abstract class TenantBuilder<Tables extends TenantTables<Tables>> {
  protected abstract readonly kysely: Kysely<Tables>;
  protected abstract readonly tenantValue: unknown;

  readonly selectFrom = ((table: string) =>
    this.#scoped(this.kysely.selectFrom(table as never) as unknown as Filterable, table)) as Kysely<Tables>['selectFrom'];

  readonly updateTable = ((table: string) =>
    this.#scoped(this.kysely.updateTable(table as never) as unknown as Filterable, table)) as Kysely<Tables>['updateTable'];

  readonly deleteFrom = ((table: string) =>
    this.#scoped(this.kysely.deleteFrom(table as never) as unknown as Filterable, table)) as Kysely<Tables>['deleteFrom'];

  readonly insertInto = ((table: string) => this.kysely.insertInto(table as never)) as Kysely<Tables>['insertInto'];

  #scoped(builder: Filterable, table: string): never {
    // Set only by the isolation test, which proves that row-level security alone leaks nothing.
    if (TenantBuilder.withoutPredicate) return builder as never;
    const alias = table.split(/\s+as\s+/i).at(-1) ?? table;
    return builder.where(`${alias}.tenant`, '=', this.tenantValue) as never;
  }

  static #withoutPredicate = false;

  /** Test seam: drops the first wall. */
  static get withoutPredicate(): boolean {
    return TenantBuilder.#withoutPredicate;
  }

  /** @throws outside of Jest */
  static set withoutPredicate(dropped: boolean) {
    if (process.env['JEST_WORKER_ID'] === undefined) throw new Error('Only a test may take the predicate away');
    TenantBuilder.#withoutPredicate = dropped;
  }
}
