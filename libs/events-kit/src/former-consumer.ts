import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '@psa/contract-kit';
import type { JsMsg } from 'nats';
import { streamName } from './broker.ts';
import type { ConsumerOptions } from './consumer-options.ts';
import { decodeEvent } from './decode-event.ts';
import { Delivery } from './delivery.ts';
import { Effect } from './effect.ts';
import { publishedIn } from './message.ts';
import type { Subscription } from './subscription.ts';

/** How often it looks whether an instance of the former version has made it again. */
const LOOK_MS = 60_000;
/** Instances of the former version may be running side by side for so long without an event. */
const QUIET_MS = 15 * 60_000;
const FETCH = 64;
/** The broker takes no less than the second. */
const [LONGEST_FETCH_MS, SHORTEST_FETCH_MS] = [5_000, 1_000];
/** The consumer that reads the events now goes first: what it has handled costs a line of the inbox here. */
const BETWEEN_MS = 1_000;

/**
 * The durable consumer that an effect had of its own in the release before, where it is still there: while instances of both versions run,
 * those of the former one handle some events without this effect, which is left to be done here. Once nothing was left for a while, it goes.
 */
export class FormerConsumer {
  readonly #subscription: Subscription;
  readonly #options: ConsumerOptions;
  readonly #effect: Effect;
  readonly #events: ReadonlyMap<string, Event>;
  #lastFresh = 0;

  constructor(subscription: Subscription, options: ConsumerOptions) {
    this.#subscription = subscription;
    this.#options = options;
    this.#effect = new Effect(subscription, {
      ...options,
      onHandled: (consumer, outcome) => {
        if (outcome === 'duplicate') return;
        this.#lastFresh = Date.now();
        options.onHandled?.(consumer, outcome);
      },
    });
    this.#events = new Map(Array.from(subscription.reactions, ([type, { event }]) => [type, event]));
  }

  /** Handles what is left until `ending` is aborted. */
  async run(ending: AbortSignal): Promise<void> {
    const { broker, log } = this.#options;
    const { name, domain } = this.#subscription;
    const waitFor = (ms: number) => sleep(ms, undefined, { signal: ending }).catch(() => {});
    while (!ending.aborted) {
      try {
        if (await broker.hasConsumer(domain, name)) await this.#drain(ending, waitFor);
      } catch (error) {
        if (!ending.aborted)
          log.info({ err: error, consumer: name }, 'consumer: what a former version left could not be read, will try again');
      }
      await waitFor(LOOK_MS);
    }
  }

  async #drain(ending: AbortSignal, waitFor: (ms: number) => Promise<void>): Promise<void> {
    const { broker, log, quietMs = QUIET_MS } = this.#options;
    const { name, domain } = this.#subscription;
    const consumer = await broker.jetstream.consumers.get(streamName(domain), name);
    const expires = Math.max(SHORTEST_FETCH_MS, Math.min(LONGEST_FETCH_MS, quietMs));
    this.#lastFresh = Date.now();
    while (!ending.aborted) {
      const messages = await consumer.fetch({ max_messages: FETCH, expires });
      const stop = () => messages.stop();
      ending.addEventListener('abort', stop);
      if (ending.aborted) stop();
      const deliveries: Delivery[] = [];
      for await (const message of messages) deliveries.push(...this.#receive(message));
      ending.removeEventListener('abort', stop);
      let left: readonly Delivery[] = deliveries;
      while (left.length > 0) left = await this.#effect.handleAll(left);
      if (Date.now() - this.#lastFresh > quietMs && (await broker.lag(domain, name)) === 0) {
        await broker.deleteConsumer(domain, name);
        log.info({ consumer: name }, 'consumer: nothing is left of the one that a former version had');
        return;
      }
      await waitFor(Math.min(BETWEEN_MS, quietMs));
    }
  }

  /** What is no event that is known is kept aside by the consumer that reads the events now. */
  #receive(message: JsMsg): Delivery[] {
    try {
      const decoded = decodeEvent(this.#events, message.string(), publishedIn(message));
      if (decoded !== undefined) return [new Delivery(message, decoded, 1, () => {})];
    } catch {
      // Nothing else: see above.
    }
    message.ack();
    return [];
  }
}
