interface Listeners {
  readonly relays: Set<() => void>;
  readonly wake: () => void;
}

const listeners = new Map<string, Listeners>();

/**
 * What wakes the relays of a service in this process after a commit; the same function for the same service. In-process on purpose:
 * `pg_notify` in every writing transaction serialises commits and costs a third of the write throughput. Rows of other processes are
 * found by their own relay or by the poll.
 */
export function wakeRelaysOf(service: string): () => void {
  return listenersOf(service).wake;
}

/** Wakes the relays of every service in this process: for what is rare enough not to know its service. */
export function wakeRelays(): void {
  for (const { wake } of listeners.values()) wake();
}

/** @returns a function that ends the subscription */
export function onWake(service: string, listener: () => void): () => void {
  const { relays } = listenersOf(service);
  relays.add(listener);
  return () => relays.delete(listener);
}

function listenersOf(service: string): Listeners {
  let found = listeners.get(service);
  if (found === undefined) {
    const relays = new Set<() => void>();
    found = {
      relays,
      wake: () => {
        for (const listener of relays) listener();
      },
    };
    listeners.set(service, found);
  }
  return found;
}
