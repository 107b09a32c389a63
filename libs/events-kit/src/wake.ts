const listeners = new Set<() => void>();

/**
 * Wakes the relays of this process after a commit. In-process on purpose: `pg_notify` in every writing transaction serialises
 * commits and costs a third of the write throughput. Rows of other processes are found by their own relay or by the poll.
 */
export function wakeRelays(): void {
  for (const listener of listeners) listener();
}

/** @returns a function that ends the subscription */
export function onWake(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
