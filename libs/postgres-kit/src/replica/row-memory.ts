/** How long a row is shown without being read again, in milliseconds: copies are late by as much anyway. */
const REMEMBERED_MS = 2_000;
/** Rows of all tenants; when there are more, all are forgotten. */
const MOST_ROWS = 20_000;

interface Entry<Row> {
  /** Undefined while what is read is not to be remembered. */
  readonly row: Row | undefined;
  readonly until: number;
}

/** Rows of tenants by their ids, remembered for a moment. */
export class RowMemory<Row> {
  readonly #tenants = new Map<string, Map<string, Entry<Row>>>();
  readonly #now: () => number;
  #size = 0;

  /** @param now milliseconds of a clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @returns undefined when it has to be read */
  find(tenant: string, id: string): Row | undefined {
    const entry = this.#tenants.get(tenant)?.get(id);
    return entry !== undefined && entry.until > this.#now() ? entry.row : undefined;
  }

  /** Remembers a row that was read, unless it changed a moment ago: what was read may be from before. */
  keep(tenant: string, id: string, row: Row): void {
    const entry = this.#tenants.get(tenant)?.get(id);
    const isChanging = entry !== undefined && entry.row === undefined && entry.until > this.#now();
    if (!isChanging) this.#put(tenant, id, row);
  }

  /** Has a row read anew, until the change of it is committed for sure. */
  forget(tenant: string, id: string): void {
    this.#put(tenant, id, undefined);
  }

  #put(tenant: string, id: string, row: Row | undefined): void {
    if (this.#size >= MOST_ROWS) {
      this.#tenants.clear();
      this.#size = 0;
    }
    let rows = this.#tenants.get(tenant);
    if (rows === undefined) this.#tenants.set(tenant, (rows = new Map()));
    if (!rows.has(id)) this.#size++;
    rows.set(id, { row, until: this.#now() + REMEMBERED_MS });
  }
}
