/**
 * Postgres keeps one plan, the generic one, for all values of a statement that ends in this. For a page it seldom does so by itself: of a
 * limit that it does not know when it plans, it expects a tenth of all rows, which makes that plan look dear. It then plans anew for each
 * request, which takes as long as reading the rows.
 */
export const GENERIC_PLAN = '/* generic plan */';

/** Postgres' setting `plan_cache_mode` for one statement. */
export type PlanMode = 'force_generic_plan' | 'force_custom_plan';

/** By its generic plan a statement takes no longer, or it is planned for its values. In milliseconds. */
const BAD_MS = 20;

/** The same while others are under way, where most of it may be waiting: for a processor, and for this process to read the result. */
const BAD_AMONG_OTHERS_MS = 250;

/** So often in a row: one run may be long because much else was under way. */
const BAD_RUNS = 2;

/** Then it is tried again: the table may be another one by then. */
const CUSTOM_FOR_MS = 5 * 60_000;

/** Tenants' statements remembered; clients that make up filters must not fill the memory. */
const REMEMBERED = 1000;

interface Slow {
  runs: number;
  /** When it is tried again; in the past as long as it was not slow often enough. */
  until: number;
}

/**
 * How statements that end in {@link GENERIC_PLAN} are planned: for all values at once, until that turns out to be slow for a tenant. What one
 * tenant seldom has may be most of what another one has.
 */
export class PlanChoice {
  readonly #now: () => number;
  readonly #slow = new Map<string, Slow>();

  /** @param now in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param name of the prepared statement */
  modeFor(tenant: string, name: string): PlanMode {
    if (this.#slow.size === 0) return 'force_generic_plan';
    const slow = this.#slow.get(keyOf(tenant, name));
    return slow !== undefined && this.#now() < slow.until ? 'force_custom_plan' : 'force_generic_plan';
  }

  /**
   * Notes how long a statement took by a plan.
   * @param took in milliseconds
   * @param isAlone whether no other request's statement was under way when it was sent
   */
  noteTime(tenant: string, name: string, mode: PlanMode, took: number, isAlone: boolean): void {
    const isBad = took > (isAlone ? BAD_MS : BAD_AMONG_OTHERS_MS);
    if (mode === 'force_custom_plan' || (!isBad && this.#slow.size === 0)) return;
    const key = keyOf(tenant, name);
    if (!isBad) {
      this.#slow.delete(key);
      return;
    }
    const slow = this.#slow.get(key) ?? this.#add(key);
    slow.runs++;
    if (slow.runs >= BAD_RUNS) slow.until = this.#now() + CUSTOM_FOR_MS;
  }

  #add(key: string): Slow {
    if (this.#slow.size >= REMEMBERED) this.#slow.delete(this.#slow.keys().next().value as string);
    const slow: Slow = { runs: 0, until: Number.NEGATIVE_INFINITY };
    this.#slow.set(key, slow);
    return slow;
  }
}

function keyOf(tenant: string, name: string): string {
  return `${tenant} ${name}`;
}
