import { setTimeout as sleep } from 'node:timers/promises';
import { type EventEnvelope, isDeclaredEventType, isUuid, tenantId } from '@psa/contract-kit';
import { type RequestContext, type Database, recordInInbox, TenantDb, TenantTx } from '@psa/postgres-kit';
import { inSpan } from '@psa/trace-kit';
import type { JsMsg } from 'nats';
import { ACK_WAIT_MS, type Broker, StreamMissing, streamName } from './broker.ts';
import { type DeadLetter, discardDeadLetter, findDeadLetter, keepDeadLetter, listWaitingTypes } from './dead-letters.ts';
import { failpoint } from './failpoint.ts';
import { decode, factsOf, extendAckDeadline, orderingKey, publishedIn, tenantOf, Undecodable, UnknownEventType } from './message.ts';
import { type RequeueCounts, requeueLetters } from './requeue-letters.ts';
import type { EventHandler, Reaction, Subscription } from './subscription.ts';

export interface ConsumerOptions {
  /** Connected as the service's app role: effects are bound to the event's tenant. */
  readonly database: Database;
  /** Connected as the worker role, for dead letters. */
  readonly workerDatabase: Database;
  readonly broker: Broker;
  readonly ports: object;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  /** Waits before each further attempt, in milliseconds; after the last the event becomes a dead letter. */
  readonly backoffMs?: readonly number[];
  /** How long after an instance's last sign of life another gets its events, in milliseconds. */
  readonly ackWaitMs?: number;
  /** How often it looks whether another version has kept events aside that this one knows, in milliseconds. */
  readonly takeUpMs?: number;
  readonly onHandled?: (consumer: string, outcome: 'handled' | 'duplicate' | 'skipped' | 'failed' | 'dead') => void;
}

const FETCH = 100;
/** Max events per transaction, and how long it may take, in milliseconds: it holds locks. */
const MAX_BATCH_SIZE = 64;
const BATCH_BUDGET_MS = 100;
/** Max events of one tenant that are recorded in the inbox by one statement. */
const INBOX_BATCH_SIZE = 16;
/** A relay publishes what it finds at once, so that one event is often the first of several: they are waited for this long. */
const GATHER_MS = 5;
const FETCH_EXPIRES_MS = 5_000;
/** Its service is often just being started; where it is not installed at all, asking goes on but seldom. */
const STREAM_WAIT_MS = 250;
const LONGEST_STREAM_WAIT_MS = 5_000;
/** Quick first, for a passing fault; then long enough for a person to act. */
const BACKOFF_MS = [200, 1_000, 5_000, 15_000, 30_000, 60_000, 120_000];
/** A rolling upgrade lasts minutes: what an instance of the former version kept aside is handled soon after. */
const TAKE_UP_MS = 30_000;
const NO_TENANT = '00000000-0000-0000-0000-000000000000';

type Outcome = 'handled' | 'duplicate' | 'skipped';

/** An event as it came in, and what is to be done about it. */
interface DecodedEvent {
  readonly envelope: EventEnvelope;
  readonly reaction: Reaction<never, never>;
  /** The span it belongs below. */
  readonly parent: string | null | undefined;
}

interface PendingMessage {
  readonly message: JsMsg;
  readonly decoded: DecodedEvent;
}

type MakeTransaction = (context: RequestContext) => TenantTx<never>;

/** Reads one subscription's events and runs their effects, each exactly once; what cannot be handled becomes a dead letter. */
export class Consumer {
  readonly #subscription: Subscription;
  readonly #options: ConsumerOptions;
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;
  #stopFetch: () => void = () => {};

  constructor(subscription: Subscription, options: ConsumerOptions) {
    this.#subscription = subscription;
    this.#options = options;
  }

  get name(): string {
    return this.#subscription.name;
  }

  get #stopping(): boolean {
    return this.#ending.signal.aborted;
  }

  /** How many events wait to be handled. @throws while the broker or the stream is not there */
  lag(): Promise<number> {
    return this.#options.broker.lag(this.#subscription.domain, this.name);
  }

  start(): void {
    this.#running = Promise.all([this.#run(), this.#takeUpRegularly()]).then(() => {});
  }

  /** Stops fetching and waits for the effects under way. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.#stopFetch();
    await this.#running;
  }

  /** Handles a dead letter again, now. @throws what the handler throws; the letter then stays */
  async requeue(eventId: string): Promise<void> {
    const { workerDatabase } = this.#options;
    const letter: DeadLetter = await findDeadLetter(workerDatabase, this.name, eventId);
    await this.#handle(letter.envelope, undefined);
    await discardDeadLetter(workerDatabase, this.name, eventId);
  }

  /** Handles its dead letters again, oldest first; those that fail stay, with their new reason. */
  requeueAll(type?: string): Promise<RequeueCounts> {
    const { workerDatabase, log } = this.#options;
    return requeueLetters({
      database: workerDatabase,
      consumer: this.name,
      type,
      handle: (envelope) => this.#handle(envelope, undefined),
      isStopping: () => this.#stopping,
      log,
    });
  }

  /** Handles what an instance of a former version kept aside because it did not know the type. */
  async #takeUpRegularly(): Promise<void> {
    const { workerDatabase, log, takeUpMs = TAKE_UP_MS } = this.#options;
    while (!this.#stopping) {
      try {
        const types = await listWaitingTypes(workerDatabase, this.name);
        for (const type of types.filter(isDeclaredEventType)) {
          const counts = await this.requeueAll(type);
          log.info({ consumer: this.name, type, ...counts }, 'consumer: took up events that waited for this version');
        }
      } catch (error) {
        log.warn({ err: error, consumer: this.name }, 'consumer: could not look for events kept aside, will try again');
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
          const messages = await consumer.fetch({ max_messages: FETCH, expires: FETCH_EXPIRES_MS });
          this.#stopFetch = () => messages.stop();
          if (this.#stopping) messages.stop();
          await this.#drain(messages);
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
  async #drain(messages: AsyncIterable<JsMsg>): Promise<void> {
    const held: JsMsg[] = [];
    const signs = setInterval(() => extendAckDeadline(held), (this.#options.ackWaitMs ?? ACK_WAIT_MS) / 3);
    try {
      await this.#handleAll(messages, held);
    } finally {
      clearInterval(signs);
    }
  }

  async #handleAll(messages: AsyncIterable<JsMsg>, held: JsMsg[]): Promise<void> {
    const gathered: JsMsg[] = [];
    let working: Promise<void> | undefined;
    const work = async () => {
      await sleep(GATHER_MS);
      while (gathered.length > 0) gathered.unshift(...(await this.#processBatch(gathered.splice(0, MAX_BATCH_SIZE))));
      working = undefined;
    };
    for await (const message of messages) {
      gathered.push(message);
      held.push(message);
      working ??= work();
    }
    await working;
  }

  /**
   * Handles events in one transaction, because a commit costs more than most effects. When one of them fails, and when one was
   * delivered before, each is handled by itself: then none suffers from another.
   * @returns the events there was no time for
   */
  async #processBatch(messages: readonly JsMsg[]): Promise<readonly JsMsg[]> {
    if (messages.length > 1 && messages.every(({ info }) => info.redeliveryCount === 1)) {
      try {
        const outcomes = await this.#handleBatch(messages);
        failpoint('consumer.after-commit');
        for (const [message, outcome] of outcomes) {
          this.#options.onHandled?.(this.name, outcome);
          message.ack();
        }
        return messages.filter((message) => !outcomes.has(message));
      } catch (error) {
        // Which of them it was shows below.
        this.#options.log.info(
          { err: error, consumer: this.name, events: messages.length },
          'consumer: events failed together, each is handled by itself',
        );
      }
    }
    await this.#processEach(messages);
    return [];
  }

  /** Events of one aggregate are handled one after another, those of different ones side by side. */
  async #processEach(messages: readonly JsMsg[]): Promise<void> {
    const chains = new Map<string, Promise<void>>();
    for (const message of messages) {
      const key = orderingKey(message);
      const previous = chains.get(key) ?? Promise.resolve();
      chains.set(
        key,
        previous.then(() => this.#process(message)),
      );
    }
    await Promise.all(chains.values());
  }

  async #process(message: JsMsg): Promise<void> {
    const { log, onHandled, backoffMs = BACKOFF_MS } = this.#options;
    const attempt = message.info.redeliveryCount;
    const attempts = backoffMs.length + 1;
    try {
      // A message that ends the process each time never reaches the catch below: it is counted before it is touched.
      if (attempt > attempts) throw new Error(`given up after ${attempts} deliveries without an answer`);
      const outcome = await this.#handle(message.string(), publishedIn(message));
      onHandled?.(this.name, outcome);
      failpoint('consumer.after-commit');
      message.ack();
    } catch (error) {
      if (attempt >= attempts || error instanceof Undecodable || error instanceof UnknownEventType)
        await this.#deadLetter(message, error as Error, attempt);
      else {
        log.warn({ err: error, consumer: this.name, attempt, ...factsOf(message) }, 'consumer: the effect failed, will try again');
        onHandled?.(this.name, 'failed');
        message.nak(backoffMs[attempt - 1] ?? ACK_WAIT_MS);
      }
    }
  }

  async #deadLetter(message: JsMsg, error: Error, attempts: number): Promise<void> {
    const { workerDatabase, log, onHandled } = this.#options;
    const envelope = message.string();
    const eventId = message.headers?.get('Nats-Msg-Id') ?? '';
    const tenant = tenantOf(message);
    try {
      await keepDeadLetter(workerDatabase, {
        tenant: isUuid(tenant) ? tenant : NO_TENANT,
        consumer: this.name,
        event_id: isUuid(eventId) ? eventId : crypto.randomUUID(),
        subject: message.subject,
        envelope,
        error: error.message,
        attempts,
      });
      message.term();
      onHandled?.(this.name, 'dead');
      if (error instanceof UnknownEventType)
        log.warn(
          { consumer: this.name, reason: error.message, ...factsOf(message) },
          'consumer: event kept until a version runs that knows it',
        );
      else log.error({ err: error, consumer: this.name, ...factsOf(message) }, 'consumer: event kept as a dead letter');
    } catch (failure) {
      // Neither acked nor terminated: it comes again, and the letter is tried again.
      log.error({ err: failure, consumer: this.name }, 'consumer: the dead letter could not be written');
      message.nak(5_000);
    }
  }

  /** Events of one tenant are handled one after another, in the order they came in; those of different ones have no rows in common. */
  async #handleBatch(messages: readonly JsMsg[]): Promise<ReadonlyMap<JsMsg, Outcome>> {
    const outcomes = new Map<JsMsg, Outcome>();
    const pendingMessages: PendingMessage[] = [];
    for (const message of messages) {
      const decoded = this.#decode(message.string(), publishedIn(message));
      if (decoded === undefined) outcomes.set(message, 'skipped');
      else pendingMessages.push({ message, decoded });
    }
    if (pendingMessages.length === 0) return outcomes;
    const ofTenants = Map.groupBy(pendingMessages, ({ decoded }) => decoded.envelope.tenant);
    const interestedTenants = await this.#findInterested([...ofTenants.keys()], pendingMessages);
    await TenantTx.runTogether<never, void>(this.#options.database, async (as) => {
      const until = performance.now() + BATCH_BUDGET_MS;
      await Promise.all(
        Array.from(ofTenants, ([tenant, ofTenant]) =>
          this.#handleEventsOfTenant(ofTenant, interestedTenants?.has(tenant) ?? true, as, until, outcomes),
        ),
      );
    });
    return outcomes;
  }

  /** Events without subscribers are recorded in the inbox as well: replayed, they must not reach those who have subscribed since. */
  async #handleEventsOfTenant(
    pending: readonly PendingMessage[],
    isInterested: boolean,
    as: MakeTransaction,
    until: number,
    outcomes: Map<JsMsg, Outcome>,
  ): Promise<void> {
    for (let start = 0; start < pending.length && performance.now() <= until; start += INBOX_BATCH_SIZE) {
      const some = pending.slice(start, start + INBOX_BATCH_SIZE);
      const [{ decoded: first }] = some as [PendingMessage];
      const fresh = await recordInInbox(
        as(causeOf(first.envelope)),
        this.name,
        some.map(({ decoded }) => decoded.envelope.id),
      );
      for (const { message, decoded } of some) {
        const { envelope, reaction } = decoded;
        // It may be there twice.
        const isFresh = fresh.delete(envelope.id);
        const effect = isInterested ? reaction.handle : reaction.onNoSubscribers;
        if (isFresh && effect !== undefined) await this.#inSpan(decoded, (context) => this.#carryOut(effect, envelope, as(context)));
        outcomes.set(message, isFresh ? 'handled' : 'duplicate');
      }
    }
  }

  /** The tenants that subscribe to any of the events; undefined where all do. */
  async #findInterested(tenants: readonly string[], pendingMessages: readonly PendingMessage[]): Promise<ReadonlySet<string> | undefined> {
    const { interestedTenants } = this.#subscription;
    if (interestedTenants === undefined) return undefined;
    const events = new Set(pendingMessages.map(({ decoded }) => decoded.reaction.event));
    return new Set(await interestedTenants(this.#options.workerDatabase, tenants, [...events]));
  }

  /** @param parent the span that published the event; the one that caused it when absent */
  async #handle(text: string, parent: string | undefined): Promise<Outcome> {
    const decoded = this.#decode(text, parent);
    if (decoded === undefined) return 'skipped';
    const { envelope, reaction } = decoded;
    return this.#inSpan(decoded, (context) =>
      new TenantDb<never>(this.#options.database, context).transaction(async (tx) => {
        const fresh = await recordInInbox(tx, this.name, [envelope.id]);
        if (fresh.size === 0) return 'duplicate';
        await this.#carryOut(reaction.handle, envelope, tx);
        return 'handled';
      }),
    );
  }

  /**
   * @returns nothing when it is none of this subscription's events
   * @throws UnknownEventType when the event is of a newer version, which may react to it
   */
  #decode(text: string, parent: string | undefined): DecodedEvent | undefined {
    const envelope = decode(text);
    const reaction = this.#subscription.reactions.get(envelope.type);
    if (reaction === undefined) {
      if (!isDeclaredEventType(envelope.type)) throw new UnknownEventType(envelope.type);
      return undefined;
    }
    const data = reaction.event.data.safeParse(envelope.data);
    // Tried again, because an instance of the version that published it may get it next.
    if (!data.success) throw new Error(`data breaks the contract: ${JSON.stringify(data.error.issues)}`);
    return { envelope: { ...envelope, data: data.data }, reaction, parent: parent || envelope.traceparent };
  }

  #inSpan<T>({ envelope, parent }: DecodedEvent, work: (context: RequestContext) => Promise<T>): Promise<T> {
    return inSpan('consumer', `${this.name} ${envelope.type}`, (traceparent) => work(causeOf(envelope, traceparent)), parent);
  }

  #carryOut(effect: EventHandler<never, never, never>, envelope: EventEnvelope, tx: TenantTx<never>): Promise<unknown> {
    return effect(tx as never, envelope as never, this.#options.ports as never);
  }
}

/** @param traceparent the span it is handled in */
function causeOf({ id, tenant, actor, correlationid, traceparent: causing }: EventEnvelope, traceparent?: string): RequestContext {
  return { tenant: tenantId(tenant), actor, correlationId: correlationid, causationId: id, traceparent: traceparent ?? causing };
}
