import { setTimeout as sleep } from 'node:timers/promises';
import { type Event, isDeclaredEventType } from '@psa/contract-kit';
import type { JsMsg } from 'nats';
import { ACK_WAIT_MS, StreamMissing, streamName } from './broker.ts';
import type { ConsumerOptions } from './consumer-options.ts';
import { type DeadLetter, discardDeadLetter, findDeadLetter, listWaitingTypes } from './dead-letters.ts';
import { decodeEvent } from './decode-event.ts';
import { type DecodedEvent, Delivery } from './delivery.ts';
import { Effect } from './effect.ts';
import { FormerConsumer } from './former-consumer.ts';
import { handleTogether, MAX_BATCH_SIZE } from './handle-together.ts';
import { Interests } from './interests.ts';
import { extendAckDeadline, publishedIn, Undecodable, UnknownEventType } from './message.ts';
import { type RequeueCounts, requeueLetters } from './requeue-letters.ts';
import type { Subscription } from './subscription.ts';

const FETCH = 100;
/** A relay publishes what it finds at once, so that one event is often the first of several: they are waited for this long. */
const GATHER_MS = 5;
/** While so many came together the last time, those of one publication are all waited for: a transaction costs more than most effects. */
const MANY = 16;
const GATHER_MORE_MS = 15;
/**
 * Copies may be later while many come, since what misses one asks for it: the events of many publications are gathered, so that each tenant
 * has several among them.
 */
const GATHER_COPIES_MS = 200;
const MAX_COPIES_BATCH_SIZE = 256;
/** After so much silence the next event is the first again. */
const SILENCE_MS = 500;
const FETCH_EXPIRES_MS = 5_000;
/** Its service is often just being started; where it is not installed at all, asking goes on but seldom. */
const STREAM_WAIT_MS = 250;
const LONGEST_STREAM_WAIT_MS = 5_000;
/** A rolling upgrade lasts minutes: what an instance of the former version kept aside is handled soon after. */
const TAKE_UP_MS = 30_000;
/** After effects failed together each goes its own way for this long: what fails or takes long in one delays the others no more. */
const APART_MS = 5_000;

/** Reads one subscription's events and has its effects happen, each exactly once; what cannot be handled becomes a dead letter. */
export class Consumer {
  readonly #subscription: Subscription;
  readonly #options: ConsumerOptions;
  readonly #own: Effect;
  readonly #alongside: readonly Effect[];
  readonly #interests: Interests | undefined;
  readonly #former: readonly FormerConsumer[];
  readonly #events: ReadonlyMap<string, Event>;
  /** Those that the broker has not been told of. */
  readonly #held = new Set<Delivery>();
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;
  #stopFetch: () => void = () => {};
  #apartUntil = 0;
  /** Whether there may be events that are kept as copies alone: what effects alongside are to do, or who is interested, waits for no others. */
  readonly #mayKeepCopies: boolean;
  /** How many events came together the last time, whether all of them were copies, and when they were handled. */
  #last = { size: 0, areCopies: false, at: -Infinity };

  constructor(subscription: Subscription, options: ConsumerOptions) {
    const { alongside = [], findInterest } = subscription;
    this.#subscription = subscription;
    this.#options = options;
    this.#own = new Effect(subscription, options);
    this.#alongside = alongside.map((other) => new Effect(other, options));
    this.#interests = findInterest && new Interests(findInterest);
    this.#mayKeepCopies =
      alongside.length === 0 &&
      findInterest === undefined &&
      [...subscription.reactions.values()].some(({ handleAll }) => handleAll !== undefined);
    this.#former = alongside.map((other) => new FormerConsumer(other, options));
    this.#events = new Map(
      [subscription, ...alongside].flatMap(({ reactions }) => Array.from(reactions, ([type, { event }]) => [type, event] as const)),
    );
  }

  get name(): string {
    return this.#subscription.name;
  }

  /** The names of its effects, under which dead letters are kept. */
  get effectNames(): readonly string[] {
    return this.#effects.map(({ name }) => name);
  }

  get #effects(): readonly Effect[] {
    return [this.#own, ...this.#alongside];
  }

  get #stopping(): boolean {
    return this.#ending.signal.aborted;
  }

  /** How many events wait to be handled. @throws while the broker or the stream is not there */
  lag(): Promise<number> {
    return this.#options.broker.lag(this.#subscription.domain, this.name);
  }

  get #batchSize(): number {
    return this.#mayKeepCopies ? MAX_COPIES_BATCH_SIZE : MAX_BATCH_SIZE;
  }

  get #gatherMs(): number {
    const { size, areCopies, at } = this.#last;
    if (size < MANY || performance.now() - at > SILENCE_MS) return GATHER_MS;
    return areCopies ? GATHER_COPIES_MS : GATHER_MORE_MS;
  }

  start(): void {
    const signs = setInterval(
      () => extendAckDeadline(Array.from(this.#held, ({ message }) => message)),
      (this.#options.ackWaitMs ?? ACK_WAIT_MS) / 3,
    );
    this.#running = Promise.all([this.#run(), this.#takeUpRegularly(), ...this.#former.map((former) => former.run(this.#ending.signal))])
      .then(() => Promise.all(this.#alongside.map((effect) => effect.idle())))
      .finally(() => clearInterval(signs))
      .then(() => {});
  }

  /** Stops fetching and waits for the effects under way. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.#stopFetch();
    await this.#running;
  }

  /**
   * Handles a dead letter again, now.
   * @param effect under whose name it is kept
   * @throws what the handler throws; the letter then stays
   */
  async requeue(eventId: string, effect = this.name): Promise<void> {
    const { workerDatabase } = this.#options;
    const letter: DeadLetter = await findDeadLetter(workerDatabase, effect, eventId);
    await this.#handleAgain(letter.envelope, effect);
    await discardDeadLetter(workerDatabase, effect, eventId);
  }

  /** Handles dead letters of an effect again, oldest first; those that fail stay, with their new reason. */
  requeueAll(effect = this.name, type?: string): Promise<RequeueCounts> {
    const { workerDatabase, log } = this.#options;
    return requeueLetters({
      database: workerDatabase,
      consumer: effect,
      type,
      handle: (envelope) => this.#handleAgain(envelope, effect),
      isStopping: () => this.#stopping,
      log,
    });
  }

  /** What came as no event that was known has had none of the effects, and is kept under the name of the first. */
  async #handleAgain(text: string, name: string): Promise<void> {
    const decoded = decodeEvent(this.#events, text, undefined);
    if (decoded === undefined) return;
    for (const effect of this.#effects) if (name === this.name || effect.name === name) await effect.handle(decoded);
  }

  /** Handles what an instance of a former version kept aside because it did not know the type. */
  async #takeUpRegularly(): Promise<void> {
    const { workerDatabase, log, takeUpMs = TAKE_UP_MS } = this.#options;
    while (!this.#stopping) {
      for (const name of this.effectNames) {
        try {
          const types = await listWaitingTypes(workerDatabase, name);
          for (const type of types.filter(isDeclaredEventType)) {
            const counts = await this.requeueAll(name, type);
            log.info({ consumer: name, type, ...counts }, 'consumer: took up events that waited for this version');
          }
        } catch (error) {
          log.warn({ err: error, consumer: name }, 'consumer: could not look for events kept aside, will try again');
        }
      }
      await sleep(takeUpMs, undefined, { signal: this.#ending.signal }).catch(() => {});
    }
  }

  async #run(): Promise<void> {
    const { broker, log, ackWaitMs } = this.#options;
    const { name, domain, filter } = this.#subscription;
    let streamWait = STREAM_WAIT_MS;
    while (!this.#stopping) {
      try {
        // Also after a fault: the stream or the consumer may have gone with the broker's store.
        await broker.ensureConsumer(domain, name, filter, ackWaitMs);
        streamWait = STREAM_WAIT_MS;
        const consumer = await broker.jetstream.consumers.get(streamName(domain), name);
        while (!this.#stopping) {
          const messages = await consumer.fetch({ max_messages: Math.max(FETCH, this.#batchSize), expires: FETCH_EXPIRES_MS });
          this.#stopFetch = () => messages.stop();
          if (this.#stopping) messages.stop();
          await this.#handleAll(messages);
        }
      } catch (error) {
        if (this.#stopping) return;
        if (error instanceof StreamMissing) {
          if (streamWait === STREAM_WAIT_MS) log.info({ consumer: name, reason: error.message }, 'consumer: waiting for its stream');
          await sleep(streamWait, undefined, { signal: this.#ending.signal }).catch(() => {});
          streamWait = Math.min(streamWait * 2, LONGEST_STREAM_WAIT_MS);
          continue;
        }
        log.warn({ err: error, consumer: name }, 'consumer: fetching failed, will try again');
        await sleep(500, undefined, { signal: this.#ending.signal }).catch(() => {});
      }
    }
  }

  /** What comes while events are handled is handled together after them. */
  async #handleAll(messages: AsyncIterable<JsMsg>): Promise<void> {
    const gathered: Delivery[] = [];
    let working: Promise<void> | undefined;
    const work = async () => {
      await sleep(this.#gatherMs);
      while (gathered.length > 0) {
        const some = gathered.splice(0, this.#batchSize);
        const areCopies = this.#mayKeepCopies && some.every(({ decoded }) => this.#own.isRepeatable(decoded));
        this.#last = { size: some.length, areCopies, at: performance.now() };
        gathered.unshift(...(await this.#handleTogether(some)));
      }
      working = undefined;
    };
    for await (const message of messages) {
      const delivery = await this.#receive(message);
      if (delivery === undefined) continue;
      gathered.push(delivery);
      working ??= work();
    }
    await working;
  }

  /** @returns undefined when there is nothing to do about a message, or nothing can be done */
  async #receive(message: JsMsg): Promise<Delivery | undefined> {
    let decoded: DecodedEvent | undefined;
    try {
      decoded = decodeEvent(this.#events, message.string(), publishedIn(message));
    } catch (error) {
      const retryMs = await this.#own.fail(message, error as Error, error instanceof Undecodable || error instanceof UnknownEventType);
      if (retryMs === undefined) message.term();
      else message.nak(retryMs);
      return undefined;
    }
    if (decoded === undefined) {
      this.#options.onHandled?.(this.name, 'skipped');
      message.ack();
      return undefined;
    }
    const delivery = new Delivery(message, decoded, this.#effects.length, (settled) => this.#held.delete(settled));
    this.#held.add(delivery);
    return delivery;
  }

  /** @returns the events there was no time for */
  async #handleTogether(deliveries: readonly Delivery[]): Promise<readonly Delivery[]> {
    const isApart = performance.now() < this.#apartUntil || !deliveries.every(({ isFirst }) => isFirst);
    const joined = isApart ? [] : this.#alongside.filter(({ isIdle }) => isIdle);
    if (joined.length > 0) {
      const left = await handleTogether([this.#own, ...joined], deliveries, this.#options, this.#interests);
      if (left !== undefined) {
        this.#passOn(deliveries, left, joined);
        return left;
      }
      this.#apartUntil = performance.now() + APART_MS;
    }
    const left = await this.#own.handleAll(deliveries, this.#interests);
    this.#passOn(deliveries, left, []);
    return left;
  }

  /** Leaves events to those effects alongside that have not happened. */
  #passOn(deliveries: readonly Delivery[], left: readonly Delivery[], happened: readonly Effect[]): void {
    const others = this.#alongside.filter((effect) => !happened.includes(effect));
    for (const delivery of deliveries) if (!left.includes(delivery)) for (const effect of others) effect.push(delivery);
  }
}
