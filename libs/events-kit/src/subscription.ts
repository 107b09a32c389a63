import { type Event, type EventData, type EventEnvelope, type EventSpec, eventSubject } from '@psa/contract-kit';
import type { Query, TenantTables, TenantTx } from '@psa/postgres-kit';

type TxOf<Tables> = Tables extends TenantTables<Tables> ? TenantTx<Tables> : never;

/** Whether a part of an effect is to happen: all of them, unless a tenant was found to be interested in some alone. */
export type HasPart = (part: string) => boolean;

/** {@link HasPart} of whom nothing is known. */
export const everyPart: HasPart = () => true;

/** Reads what the effect of an event needs to know, once for those of its type that a tenant has in a transaction. */
export type FindForEffect<Tables, Found> = (tx: TxOf<Tables>, hasPart: HasPart) => Promise<Found>;

/** What a handler returns is not looked at. */
export type EventHandler<Tables, Ports, Data, Found = unknown> = (
  tx: TxOf<Tables>,
  event: EventEnvelope<Data>,
  ports: Ports,
  found: Found,
) => Promise<unknown>;

/**
 * Handles events of one type and tenant, in the order they came in. Those that it has had before must change nothing: it may run beside the
 * look into the inbox.
 */
export type EventsHandler<Tables, Ports, Data> = (
  tx: TxOf<Tables>,
  events: readonly EventEnvelope<Data>[],
  ports: Ports,
) => Promise<unknown>;

/** One event a subscription reacts to. Made by {@link on}. */
export interface Reaction<Tables, Ports> {
  readonly event: Event;
  readonly handle: EventHandler<Tables, Ports, never, never>;
  /** Handles several that came in one after another. */
  readonly handleAll?: EventsHandler<Tables, Ports, never>;
  /** What is left to do for a tenant that {@link Subscription.findInterest} finds not interested; when absent, the event is only noted in the inbox. */
  readonly onNoSubscribers?: EventHandler<Tables, Ports, never>;
  /** What it gives is given to `handle`. */
  readonly find?: FindForEffect<Tables, unknown>;
}

/** A tenant that has set up anything that reacts to events by an effect of a consumer, or by a part of it. */
export interface InterestedTenant {
  readonly consumer: string;
  readonly tenant: string;
  /** A part of the effect that it is interested in; in all of them when absent. */
  readonly part?: string;
}

/** Asks for the tenants that are interested. */
export interface InterestQuery extends Query {
  /** What a row that it finds says. */
  readonly read: (row: never) => InterestedTenant;
}

/**
 * How to ask which of the tenants that events came in for are interested, and in which effects.
 * @param events the kinds of events that came in
 * @param areOnNodes whether the tenants may lie on several nodes
 */
export type FindInterest = (tenants: readonly string[], events: readonly Event[], areOnNodes: boolean) => InterestQuery;

/** An effect of other services' events, at most once per event. */
export interface Subscription<Tables = never, Ports = never> {
  /** Name of the durable consumer, `<service>-<purpose>`: stable, because the broker remembers by it what was delivered. */
  readonly name: string;
  readonly domain: string;
  /** The one subject filter that covers its events. */
  readonly filter: string;
  readonly reactions: ReadonlyMap<string, Reaction<Tables, Ports>>;
  /**
   * Further effects of the events that this one reads: each event comes in once for all of them, and as a rule one transaction has them all.
   * What one of them cannot do, or takes long for, is done apart, and keeps nothing from the others. In the release before, such an effect
   * had a consumer of its own; events that are left in that one are still handled.
   */
  readonly alongside?: readonly Subscription<Tables, Ports>[];
  /**
   * Asked once for events that came in together, after they came in: what a tenant set up before a change hears of it. It only
   * spares work: effects find out by themselves what there is to do, and do so for an event that was delivered before.
   */
  readonly findInterest?: FindInterest;
}

/**
 * Pairs an event with its effect, which runs in the transaction that records the event in the inbox.
 * @param onNoSubscribers what is left of the effect for a tenant that is not interested, where the subscription asks for those that are
 */
export function on<E extends EventSpec, Tables, Ports>(
  event: Event<E>,
  handle: EventHandler<Tables, Ports, EventData<E>>,
  onNoSubscribers?: EventHandler<Tables, Ports, EventData<E>>,
): Reaction<Tables, Ports> {
  return { event, handle, ...(onNoSubscribers && { onNoSubscribers }) } as unknown as Reaction<Tables, Ports>;
}

/** Like {@link on}, for an effect that needs to know what events of its type have in common. */
export function onFound<E extends EventSpec, Tables, Ports, Found>(
  event: Event<E>,
  find: FindForEffect<Tables, Found>,
  handle: EventHandler<Tables, Ports, EventData<E>, Found>,
): Reaction<Tables, Ports> {
  return { event, find, handle } as unknown as Reaction<Tables, Ports>;
}

/** Like {@link on}, for a repeatable effect that costs less for several events than for each. @param handleAll is given one at least */
export function onAll<E extends EventSpec, Tables, Ports>(
  event: Event<E>,
  handleAll: EventsHandler<Tables, Ports, EventData<E>>,
): Reaction<Tables, Ports> {
  const handle: EventHandler<Tables, Ports, EventData<E>> = (tx, envelope, ports) => handleAll(tx, [envelope], ports);
  return { event, handle, handleAll } as unknown as Reaction<Tables, Ports>;
}

/**
 * Declares a durable consumer.
 * @param name `<service>-<purpose>`
 * @param reactions events of one domain with their effects
 */
export function subscription<Tables, Ports>(name: string, ...reactions: Reaction<Tables, Ports>[]): Subscription<Tables, Ports> {
  const [first] = reactions;
  if (first === undefined) throw new Error(`${name} reacts to nothing`);
  const { domain, aggregate } = first.event;
  if (reactions.some(({ event }) => event.domain !== domain)) throw new Error(`${name} mixes domains: a consumer reads one stream`);
  const oneAggregate = reactions.every(({ event }) => event.aggregate === aggregate);
  // nats-server 2.9 knows one filter a consumer: the narrowest that covers all; what it lets through beside is skipped.
  const filter = reactions.length === 1 ? `${first.event.subject}.*` : `${eventSubject(domain)}.${oneAggregate ? `${aggregate}.>` : '>'}`;
  return { name, domain, filter, reactions: new Map(reactions.map((reaction) => [reaction.event.type, reaction])) };
}
