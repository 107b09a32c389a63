import { AsyncLocalStorage } from 'node:async_hooks';
import { ApiError } from '@psa/contract-kit';
import type { ScopeCore } from './tenant-scope.ts';

/** Owners asked before one transaction runs; a bulk request names more only when nearly everything it names is new. */
const MAX_ASKED = 300;

/** What was asked for already on behalf of the transaction that is running. */
const asked = new AsyncLocalStorage<Set<string>>();

type Fetch = (db: ScopeCore) => Promise<void>;

/**
 * Thrown inside a transaction by what needs a copy of another service's row that has not arrived. The owner must not be called while
 * the transaction holds its connection and locks: it is rolled back, the owner is asked, and the transaction runs again.
 */
export class MissingCopy extends ApiError {
  readonly keys: readonly string[];
  readonly fetch: Fetch;

  constructor(keys: readonly string[], fetch: Fetch) {
    super('SERVICE_UNAVAILABLE', 'What this refers to is not known here yet');
    this.keys = keys;
    this.fetch = fetch;
  }

  /** What several parts of a transaction missed, so that it runs again once and not for each of them. */
  static all(missing: readonly MissingCopy[]): MissingCopy {
    const apart = [...new Map(missing.map((one) => [one.keys.join(), one])).values()];
    return new MissingCopy(
      apart.flatMap(({ keys }) => keys),
      async (db) => {
        for (const { fetch } of apart) await fetch(db);
      },
    );
  }
}

/**
 * Asks the owner of a row for a copy of it, outside of any transaction: inside one, the transaction is run again afterwards.
 * @param key names what is asked for; it is asked once for each run of {@link withCopies}
 * @param fetch asks the owner and keeps its answer
 * @throws MissingCopy inside a transaction, before the owner was asked
 */
export async function fetchCopy(db: ScopeCore, key: string, fetch: Fetch): Promise<void> {
  if (asked.getStore()?.has(key) === true) return;
  if (db.isInTransaction) throw new MissingCopy([key], fetch);
  await fetch(db.apart);
}

/** Runs a transaction, again after each copy it missed was fetched. */
export async function withCopies<T>(db: ScopeCore, transaction: () => Promise<T>): Promise<T> {
  const known = new Set<string>();
  for (;;) {
    try {
      return await asked.run(known, transaction);
    } catch (error) {
      if (!(error instanceof MissingCopy) || known.size + error.keys.length > MAX_ASKED) throw error;
      await error.fetch(db);
      for (const key of error.keys) known.add(key);
    }
  }
}
