import { shareOf } from './fair-shares.rules.ts';

/** A place kept for an execution whose transaction has not committed. */
export interface Reservation {
  readonly tenant: string;
}

/**
 * The places of a worker: how many executions of each tenant it runs, and whether another may begin without a claim. The same share
 * holds as in a claim, so a burst of one tenant leaves room for the next.
 */
export class ExecutionPlaces {
  readonly #all: number;
  readonly #running = new Map<string, number>();
  readonly #reservations = new Set<Reservation>();
  #hasBacklog = false;
  #refusals = 0;

  /** @param all executions the worker runs at once */
  constructor(all: number) {
    this.#all = all;
  }

  /** Running and reserved executions by tenant. */
  busyTenants(): Map<string, number> {
    const busy = new Map(this.#running);
    for (const { tenant } of this.#reservations) busy.set(tenant, (busy.get(tenant) ?? 0) + 1);
    return busy;
  }

  /** Places that are neither taken nor reserved. */
  free(): number {
    return this.#all - sum(this.busyTenants());
  }

  /**
   * Reserves a place for an execution of a tenant within its share. While others wait for a claim there is none: the claim decides
   * by priority who is next.
   * @returns undefined when the execution has to wait for a claim
   */
  reserve(tenant: string): Reservation | undefined {
    if (this.#hasBacklog) return undefined;
    const busy = this.busyTenants();
    const reservation = this.#reserveWithin(busy, tenant);
    if (reservation === undefined) {
      // The execution waits for a claim.
      this.#hasBacklog = true;
      this.#refusals++;
    }
    return reservation;
  }

  /** Like {@link reserve}, for the successor of a running execution of the tenant that ends. */
  reserveSuccessor(tenant: string): Reservation | undefined {
    if (this.#hasBacklog) return undefined;
    const busy = this.busyTenants();
    busy.set(tenant, (busy.get(tenant) ?? 0) - 1);
    return this.#reserveWithin(busy, tenant);
  }

  /** Ends a reservation. */
  release(reservation: Reservation): void {
    this.#reservations.delete(reservation);
  }

  /** An execution of the tenant runs from now on. */
  take(tenant: string): void {
    this.#running.set(tenant, (this.#running.get(tenant) ?? 0) + 1);
  }

  /** An execution of the tenant runs no more. */
  leave(tenant: string): void {
    const left = (this.#running.get(tenant) ?? 0) - 1;
    if (left > 0) this.#running.set(tenant, left);
    else this.#running.delete(tenant);
  }

  /**
   * A claim begins.
   * @returns records what it took, and of how many that were due: unknown when it took none
   */
  beginClaim(): (claimed: number, candidates: number | undefined) => void {
    const refusals = this.#refusals;
    return (claimed, candidates) => {
      // What was refused meanwhile the claim may not have seen.
      if (candidates !== undefined) this.#hasBacklog = candidates > claimed || this.#refusals > refusals;
    };
  }

  #reserveWithin(busy: ReadonlyMap<string, number>, tenant: string): Reservation | undefined {
    const free = this.#all - sum(busy);
    const tenants = new Set([...busy.keys(), tenant]).size;
    if (free <= 0 || (busy.get(tenant) ?? 0) >= shareOf(tenants, { free, all: this.#all })) return undefined;
    const reservation = { tenant };
    this.#reservations.add(reservation);
    return reservation;
  }
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
