import { invalidField } from '@psa/contract-kit';
import type { Statement } from '../tenancy/statement.ts';
import type { ScopeCore } from '../tenancy/tenant-scope.ts';
import { fetchCopy } from '../tenancy/missing-copy.ts';
import { together } from '../tenancy/together.ts';
import type { ReplicaState } from './replica.tables.ts';
import { RowMemory } from './row-memory.ts';

export interface ReplicaOptions<Copy extends object, Key extends keyof Copy & string> {
  /** Made by `createReplicaTable`. */
  readonly table: string;
  readonly key: Key;
  /** What a copy consists of beside its key, with the values of one that was gone before anything else was heard of it. */
  readonly unknown: Omit<Copy, Key>;
  /** Whether a copy is emptied once its row is gone, where nothing goes on showing it; it is kept as it was when absent. */
  readonly emptiesGone?: boolean;
  /** What a caller who named it wrongly is told that it is not, such as `a client of this tenant`. */
  readonly called: string;
}

/** How a row is at one of its versions. */
export interface Fact<Copy extends object> {
  /** It may have more members than are kept. */
  readonly fact: Copy;
  readonly version: number;
}

/** Facts are written so many at a time: few texts of statements, each with a plan of its own. */
const SIZES = [16, 8, 4, 2, 1];

/** Looks a row up where it belongs, when its copy has not arrived. @param db outside of any transaction @returns null when the tenant has no such row */
export type AskOwner<Copy> = (db: ScopeCore) => Promise<(Copy & { readonly version: number }) | null>;

/**
 * Copies of rows that another service owns, kept by its events and asked for when they are late: what a request checks and shows
 * needs no other service. Facts may arrive in any order and more than once; the newest holds, and of what is gone the last before that.
 */
export class Replica<Copy extends object, Key extends keyof Copy & string> {
  readonly #table: string;
  readonly #called: string;
  readonly #keep: ReadonlyMap<number, Statement<readonly Fact<Copy>[], { readonly id: string; readonly version: number }>>;
  readonly #forget: Statement<{ fact: Pick<Copy, Key>; version: number }, object>;
  readonly #find: Statement<{ id: string }, Copy & ReplicaState>;
  readonly #findNames: Statement<{ ids: readonly string[] }, Copy>;
  readonly #findAll: Statement<{ ids: readonly string[] }, Copy & ReplicaState>;
  readonly #key: Key;
  readonly #memory = new RowMemory<Copy>();

  constructor({ table, key, unknown, emptiesGone = false, called }: ReplicaOptions<Copy, Key>) {
    this.#table = table;
    this.#key = key;
    this.#called = called;
    const others = Object.keys(unknown) as (keyof Copy & keyof typeof unknown & string)[];
    const columns = [key, ...others];
    const stored = ['tenant', ...columns, 'is_deleted', 'version'].join(', ');
    const newRow = (isDeleted: boolean, place = 0) => {
      const first = 2 + place * (columns.length + 1);
      return `($1, ${columns.map((_, index) => `$${first + index}`).join(', ')}, ${isDeleted}, $${first + columns.length})`;
    };
    const insert = (rows: readonly string[]) =>
      `insert into ${table} (${stored}) values ${rows.join(', ')} on conflict (tenant, ${key}) do update set`;
    const taken = others.map((column) => `${column} = excluded.${column}, `).join('');
    const isNewer = `${table}.version < excluded.version`;
    // The last fact before the row was gone says what is shown of it; where that is nothing, only the newest counts.
    const isLastBefore = `${table}.is_deleted and ${table}.version = excluded.version + 1`;
    const isTaken = emptiesGone ? isNewer : `${isNewer} or ${isLastBefore}`;
    this.#keep = new Map(
      SIZES.map((size) => [
        size,
        {
          text: `${insert(Array.from({ length: size }, (_, place) => newRow(false, place)))} ${taken}is_deleted = ${table}.version > excluded.version,
            version = greatest(${table}.version, excluded.version) where ${isTaken} returning ${key}::text as id, version`,
          bind: (tenant, facts) => [tenant, ...facts.flatMap(({ fact, version }) => [...columns.map((column) => fact[column]), version])],
        },
      ]),
    );
    this.#forget = {
      text: `${insert([newRow(true)])} ${emptiesGone ? taken : ''}is_deleted = true, version = excluded.version where ${isNewer} returning version`,
      bind: (tenant, { fact, version: of }) => [tenant, fact[key], ...others.map((column) => unknown[column]), of],
    };
    this.#find = {
      text: `select ${columns.join(', ')}, is_deleted, version from ${table} where tenant = $1 and ${key} = $2`,
      bind: (tenant, { id }) => [tenant, id],
    };
    const several = <Row>(selected: string): Statement<{ ids: readonly string[] }, Row> => ({
      text: `select ${selected} from ${table} where tenant = $1 and ${key} = any($2::uuid[])`,
      bind: (tenant, { ids }) => [tenant, ids],
    });
    this.#findNames = several(columns.join(', '));
    this.#findAll = several(`${columns.join(', ')}, is_deleted, version`);
  }

  /**
   * Takes over a fact unless a newer one is known. Of a row that is gone, it takes over what the fact just before that says, if it comes late.
   * @returns whether the fact is the newest
   */
  async keep(db: ScopeCore, fact: Copy, version: number): Promise<boolean> {
    return (await this.keepAll(db, [{ fact, version }])).size > 0;
  }

  /**
   * {@link keep} for the facts of several rows at once; of those of one row, the newest counts.
   * @returns the ids of the rows of which the fact is the newest
   */
  async keepAll(db: ScopeCore, facts: readonly Fact<Copy>[]): Promise<ReadonlySet<string>> {
    const newest = new Map<string, Fact<Copy>>();
    for (const one of facts) {
      const id = String(one.fact[this.#key]);
      if (one.version > (newest.get(id)?.version ?? -Infinity)) newest.set(id, one);
      this.#memory.forget(db.tenant, id);
    }
    // In one order, so that two processes never wait for each other.
    const left = [...newest.keys()].toSorted().map((id) => newest.get(id) as Fact<Copy>);
    const written: Promise<readonly { readonly id: string; readonly version: number }[]>[] = [];
    for (const size of SIZES) {
      const keep = this.#keep.get(size);
      while (keep !== undefined && left.length >= size) written.push(db.all(keep, left.splice(0, size)));
    }
    const rows = (await together(...written)).flat();
    return new Set(rows.filter(({ id, version }) => newest.get(id)?.version === version).map(({ id }) => id));
  }

  /** Remembers that a row is gone, so that an older fact does not bring it back. @returns whether that was news */
  async forget(db: ScopeCore, fact: Pick<Copy, Key>, version: number): Promise<boolean> {
    this.#memory.forget(db.tenant, String(fact[this.#key]));
    return (await db.first(this.#forget, { fact, version })) !== undefined;
  }

  /** The copy, also of what is gone. */
  find(db: ScopeCore, id: string): Promise<(Copy & ReplicaState) | undefined> {
    return db.first(this.#find, { id });
  }

  /** The copies of several that are known, also of what is gone, by id. */
  async findAll(db: ScopeCore, ids: readonly string[]): Promise<ReadonlyMap<string, Copy & ReplicaState>> {
    return new Map((await db.all(this.#findAll, { ids })).map((copy) => [String(copy[this.#key]), copy]));
  }

  /**
   * The copies of several, also of what is gone, for names beside rows that are shown: what was read a moment ago is not read again.
   * @param ids null and ids that occur twice are passed over
   * @returns those that are known, by id
   */
  async remembered(db: ScopeCore, ids: Iterable<string | null>): Promise<ReadonlyMap<string, Copy>> {
    const found = new Map<string, Copy>();
    const missing = this.#memory.recall(db.tenant, ids, found);
    if (missing.size === 0) return found;
    for (const copy of await db.all(this.#findNames, { ids: [...missing] })) found.set(String(copy[this.#key]), copy);
    // What a transaction sees may never be committed.
    if (!db.isInTransaction) for (const id of missing) this.#memory.keep(db.tenant, id, found.get(id) ?? null);
    return found;
  }

  /**
   * The copy of what is there, asked of its owner when it has not arrived. Inside a transaction that is done before it runs again.
   * @throws SERVICE_UNAVAILABLE when the owner had to be asked and did not answer
   */
  async findOrAsk(db: ScopeCore, id: string, ask: AskOwner<Copy>): Promise<(Copy & ReplicaState) | undefined> {
    let found = await this.find(db, id);
    if (found === undefined) {
      await fetchCopy(db, `${this.#table} ${id}`, async (outside) => {
        const fact = await ask(outside);
        if (fact !== null) await this.keep(outside, fact, fact.version);
      });
      found = await this.find(db, id);
    }
    return found?.is_deleted === true ? undefined : found;
  }

  /**
   * {@link findOrAsk}, for something a caller named.
   * @param field the member or path that names it
   * @throws VALIDATION_ERROR naming the field, SERVICE_UNAVAILABLE when the owner had to be asked and did not answer
   */
  async require(db: ScopeCore, id: string, field: string | (string | number)[], ask: AskOwner<Copy>): Promise<Copy & ReplicaState> {
    const found = await this.findOrAsk(db, id, ask);
    if (found === undefined) throw invalidField(field, `is not ${this.#called}`, 'unknown_reference');
    return found;
  }
}
