/** How long a row is shown without being read again, in milliseconds: copies are late by as much anyway. */
const REMEMBERED_MS = 2_000;
/** Rows of all tenants that are noted within that time; when there are more, all are forgotten. */
const MOST_ROWS = 20_000;

interface Entry<Row> {
  /** Null where there is none, undefined while what is read is not to be remembered. */
  readonly row: Row | null | undefined;
  readonly until: number;
}

type Tenants<Row> = Map<string, Map<string, Entry<Row>>>;

/** Rows of tenants by their ids, remembered for a moment. */
export class RowMemory<Row> {
  /** Noted since the last turn, and in the turn before it: what is older is let go of as a whole. */
  #recent: Tenants<Row> = new Map();
  #older: Tenants<Row> = new Map();
  #size = 0;
  #turnsAt = 0;
  #isAsked = false;
  readonly #now: () => number;

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Puts what is remembered of a tenant's rows into `found`, nothing of those remembered as missing. @returns ids that have to be read */
  recall(tenant: string, ids: Iterable<string | null>, found: Map<string, Row>): Set<string> {
    this.#isAsked = true;
    const now = this.#now();
    const [recent, older] = [this.#recent.get(tenant), this.#older.get(tenant)];
    const missing = new Set<string>();
    for (const id of ids) {
      if (id === null || found.has(id)) continue;
      const entry = recent?.get(id) ?? older?.get(id);
      if (entry?.row === undefined || entry.until <= now) missing.add(id);
      else if (entry.row !== null) found.set(id, entry.row);
    }
    return missing;
  }

  /**
   * Remembers a row that was read, unless it changed a moment ago: what was read may be from before.
   * @param row null when there is none
   */
  keep(tenant: string, id: string, row: Row | null): void {
    const entry = this.#recent.get(tenant)?.get(id) ?? this.#older.get(tenant)?.get(id);
    const isChanging = entry !== undefined && entry.row === undefined && entry.until > this.#now();
    if (!isChanging) this.#put(tenant, id, row);
  }

  /** Has a row read anew, until the change of it is committed for sure. Until a row is asked for the first time there is nothing to note. */
  forget(tenant: string, id: string): void {
    if (this.#isAsked) this.#put(tenant, id, undefined);
  }

  #put(tenant: string, id: string, row: Row | null | undefined): void {
    const now = this.#now();
    if (now >= this.#turnsAt || this.#size >= MOST_ROWS) {
      this.#older = this.#size >= MOST_ROWS ? new Map() : this.#recent;
      this.#recent = new Map();
      this.#size = 0;
      this.#turnsAt = now + REMEMBERED_MS;
    }
    let rows = this.#recent.get(tenant);
    if (rows === undefined) this.#recent.set(tenant, (rows = new Map()));
    if (!rows.has(id)) this.#size++;
    rows.set(id, { row, until: now + REMEMBERED_MS });
  }
}
