import type { Event, EventData, EventSpec } from '@psa/contract-kit';
import { type Replica, together } from '@psa/postgres-kit';
import { onAll, type Reaction } from './subscription.ts';

/** Makes a copy of what an event says; not needed where that has all members of a copy. */
type CopyOf<Data, Copy> = Data extends Copy ? [copyOf?: (data: Data) => Copy] : [copyOf: (data: Data) => Copy];

/** Has a replica keep what an event says: how a row of another service is now. */
export function keepCopy<E extends EventSpec, Copy extends object, Key extends keyof Copy & string, Tables, Ports>(
  event: Event<E>,
  replica: Replica<Copy, Key>,
  ...[given]: CopyOf<EventData<E>, Copy>
): Reaction<Tables, Ports> {
  // Without one, the type of the parameters says that the data is a copy.
  const copyOf = (given ?? ((data: EventData<E>) => data)) as (data: EventData<E>) => Copy;
  return onAll(event, (tx, events) =>
    replica.keepAll(
      tx,
      events.map(({ data, aggregateversion: version }) => ({ fact: copyOf(data), version })),
    ),
  );
}

/** Has a replica remember that a row of another service is gone. */
export function forgetCopy<E extends EventSpec, Copy extends object, Key extends keyof Copy & string, Tables, Ports>(
  event: EventData<E> extends Pick<Copy, Key> ? Event<E> : never,
  replica: Replica<Copy, Key>,
): Reaction<Tables, Ports> {
  return onAll<E, Tables, Ports>(event, (tx, events) =>
    together(...events.map(({ data, aggregateversion }) => replica.forget(tx, data as Pick<Copy, Key>, aggregateversion))),
  );
}
