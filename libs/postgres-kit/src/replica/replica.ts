import { invalidField } from '@psa/contract-kit';
import type { Statement } from '../tenancy/statement.ts';
import type { ScopeCore } from '../tenancy/tenant-scope.ts';
import { fetchCopy } from '../tenancy/missing-copy.ts';
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

/** Looks a row up where it belongs, when its copy has not arrived. @param db outside of any transaction @returns null when the tenant has no such row */
export type AskOwner<Copy> = (db: ScopeCore) => Promise<(Copy & { readonly version: number }) | null>;

/**
 * Copies of rows that another service owns, kept by its events and asked for when they are late: what a request checks and shows
 * needs no other service. Facts may arrive in any order and more than once; the newest holds, and of what is gone the last before that.
 */
export class Replica<Copy extends object, Key extends keyof Copy & string> {
  readonly #table: string;
  readonly #called: string;
  readonly #keep: Statement<{ fact: Copy; version: number }, { readonly version: number }>;
  readonly #forget: Statement<{ fact: Pick<Copy, Key>; version: number }, object>;
  readonly #find: Statement<{ id: string }, Copy & ReplicaState>;
  readonly #findAll: Statement<{ ids: readonly string[] }, Copy>;
  readonly #key: Key;
  readonly #memory = new RowMemory<Copy>();

  constructor({ table, key, unknown, emptiesGone = false, called }: ReplicaOptions<Copy, Key>) {
    this.#table = table;
    this.#key = key;
    this.#called = called;
    const others = Object.keys(unknown) as (keyof Copy & keyof typeof unknown & string)[];
    const columns = [key, ...others];
    const placeholders = columns.map((_, index) => `$${index + 1}`).join(', ');
    const version = `$${columns.length + 1}`;
    const insert = (isDeleted: boolean) =>
      `insert into ${table} (${columns.join(', ')}, is_deleted, version) values (${placeholders}, ${isDeleted}, ${version}) on conflict (tenant, ${key}) do update set`;
    const taken = others.map((column) => `${column} = excluded.${column}, `).join('');
    const isNewer = `${table}.version < excluded.version`;
    // The last fact before the row was gone says what is shown of it; where that is nothing, only the newest counts.
    const isLastBefore = `${table}.is_deleted and ${table}.version = excluded.version + 1`;
    const isTaken = emptiesGone ? isNewer : `${isNewer} or ${isLastBefore}`;
    this.#keep = {
      text: `${insert(false)} ${taken}is_deleted = ${table}.version > excluded.version, version = greatest(${table}.version, excluded.version)
        where ${isTaken} returning version`,
      bind: (_tenant, { fact, version: of }) => [...columns.map((column) => fact[column]), of],
    };
    this.#forget = {
      text: `${insert(true)} ${emptiesGone ? taken : ''}is_deleted = true, version = excluded.version where ${isNewer} returning version`,
      bind: (_tenant, { fact, version: of }) => [fact[key], ...others.map((column) => unknown[column]), of],
    };
    this.#find = {
      text: `select ${columns.join(', ')}, is_deleted, version from ${table} where tenant = $1 and ${key} = $2`,
      bind: (tenant, { id }) => [tenant, id],
    };
    this.#findAll = {
      text: `select ${columns.join(', ')} from ${table} where tenant = $1 and ${key} = any($2::uuid[])`,
      bind: (tenant, { ids }) => [tenant, ids],
    };
  }

  /**
   * Takes over a fact unless a newer one is known. Of a row that is gone, it takes over what the fact just before that says, if it comes late.
   * @param fact may have more members than are kept
   * @returns whether the fact is the newest
   */
  async keep(db: ScopeCore, fact: Copy, version: number): Promise<boolean> {
    this.#memory.forget(db.tenant, String(fact[this.#key]));
    return (await db.first(this.#keep, { fact, version }))?.version === version;
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

  /**
   * The copies of several, also of what is gone, for names beside rows that are shown: what was read a moment ago is not read again.
   * @param ids null and ids that occur twice are passed over
   * @returns those that are known, by id
   */
  async remembered(db: ScopeCore, ids: Iterable<string | null>): Promise<ReadonlyMap<string, Copy>> {
    const found = new Map<string, Copy>();
    const missing = this.#memory.recall(db.tenant, ids, found);
    if (missing.size === 0) return found;
    for (const copy of await db.all(this.#findAll, { ids: [...missing] })) found.set(String(copy[this.#key]), copy);
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
