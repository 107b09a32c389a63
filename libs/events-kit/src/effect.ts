import { type EventEnvelope, isUuid } from '@psa/contract-kit';
import { recordInInbox, type RequestContext, TenantDb, type TenantTx } from '@psa/postgres-kit';
import { inSpan } from '@psa/trace-kit';
import type { JsMsg } from 'nats';
import { ACK_WAIT_MS } from './broker.ts';
import { causeOf } from './cause-of.ts';
import type { ConsumerOptions, Outcome } from './consumer-options.ts';
import { keepDeadLetter } from './dead-letters.ts';
import type { DecodedEvent, Delivery } from './delivery.ts';
import { failpoint } from './failpoint.ts';
import { type Findings, handleTogether, type JoinedEffect, type MakeTransaction, MAX_BATCH_SIZE } from './handle-together.ts';
import type { Interests } from './interests.ts';
import { factsOf, orderingKey, tenantOf, UnknownEventType } from './message.ts';
import { type EventHandler, everyPart, type HasPart, type Subscription } from './subscription.ts';

/** Quick first, for a passing fault; then long enough for a person to act. */
const BACKOFF_MS = [200, 1_000, 5_000, 15_000, 30_000, 60_000, 120_000];
/** A dead letter that could not be written is tried again after this. */
const LETTER_RETRY_MS = 5_000;
const NO_TENANT = '00000000-0000-0000-0000-000000000000';

/** Has the effects of one subscription happen, each exactly once; an event whose effect fails too often becomes a dead letter. */
export class Effect implements JoinedEffect {
  readonly #subscription: Subscription;
  readonly #options: ConsumerOptions;
  readonly #queue: Delivery[] = [];
  #working: Promise<void> | undefined;

  constructor(subscription: Subscription, options: ConsumerOptions) {
    this.#subscription = subscription;
    this.#options = options;
  }

  get name(): string {
    return this.#subscription.name;
  }

  /** Handles an event when it is its turn: what others do with events waits for none of it. */
  push(delivery: Delivery): void {
    this.#queue.push(delivery);
    this.#working ??= this.#work();
  }

  /** Whether nothing is left of what was pushed. */
  get isIdle(): boolean {
    return this.#working === undefined;
  }

  /** Waits until nothing is left of what was pushed. */
  async idle(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    // What is pushed in the same turn is handled with it.
    await Promise.resolve();
    while (this.#queue.length > 0) this.#queue.unshift(...(await this.handleAll(this.#queue.splice(0, MAX_BATCH_SIZE))));
    this.#working = undefined;
  }

  /**
   * Handles events in one transaction. When one of them fails, or was delivered before, each gets a transaction of its own, so that one
   * that fails does not undo the others.
   * @returns those there was no time for
   */
  async handleAll(deliveries: readonly Delivery[], interests?: Interests): Promise<readonly Delivery[]> {
    if (deliveries.every(({ isFirst }) => isFirst)) {
      const left = await handleTogether([this], deliveries, this.#options, interests);
      if (left !== undefined) return left;
    }
    await this.#handleEach(deliveries);
    return [];
  }

  /**
   * Handles an event by itself.
   * @throws what the effect throws
   */
  handle(decoded: DecodedEvent): Promise<Outcome> {
    const { envelope } = decoded;
    const reaction = this.#subscription.reactions.get(envelope.type);
    if (reaction === undefined) return Promise.resolve('skipped');
    return this.#inSpan(decoded, (context) =>
      new TenantDb<never>(this.#options.database, context).transaction(async (tx) => {
        const fresh = await recordInInbox(tx, [this.name], [envelope.id]);
        if (fresh.get(this.name)?.size === 0) return 'duplicate';
        await this.#call(reaction.handle, envelope, tx, await reaction.find?.(tx as never, everyPart));
        return 'handled';
      }),
    );
  }

  isRepeatable({ envelope }: DecodedEvent): boolean {
    return this.#subscription.reactions.get(envelope.type)?.handleAll !== undefined;
  }

  async carryOut(events: readonly DecodedEvent[], as: MakeTransaction, hasPart: HasPart | undefined, findings: Findings): Promise<void> {
    const [{ envelope }] = events as [DecodedEvent];
    const { handle, handleAll, onNoSubscribers, find } = this.#subscription.reactions.get(envelope.type) ?? {};
    const effect = hasPart === undefined ? onNoSubscribers : handle;
    if (effect === undefined) return;
    await this.#inSpans(events, async (context) => {
      const tx = as(context);
      if (effect === handle && handleAll !== undefined) {
        const envelopes = events.map((one) => one.envelope);
        await handleAll(tx as never, envelopes as never, this.#options.ports as never);
        return;
      }
      const key = `${this.name} ${envelope.type}`;
      if (hasPart !== undefined && find !== undefined && !findings.has(key)) findings.set(key, find(tx as never, hasPart));
      await this.#call(effect, envelope, tx, await findings.get(key));
    });
  }

  /**
   * What becomes of a message whose event could not be handled.
   * @returns after how many milliseconds it has to come again; undefined when it is kept as a dead letter
   */
  async fail(message: JsMsg, error: Error, isFinal: boolean): Promise<number | undefined> {
    const { log, onHandled, backoffMs = BACKOFF_MS } = this.#options;
    const attempt = message.info.redeliveryCount;
    if (isFinal || attempt > backoffMs.length) return this.#keepAsLetter(message, error, attempt);
    log.warn({ err: error, consumer: this.name, attempt, ...factsOf(message) }, 'consumer: the effect failed, will try again');
    onHandled?.(this.name, 'failed');
    return backoffMs[attempt - 1] ?? ACK_WAIT_MS;
  }

  /** Events of one aggregate are handled one after another, those of different ones side by side. */
  async #handleEach(deliveries: readonly Delivery[]): Promise<void> {
    const chains = new Map<string, Promise<void>>();
    for (const delivery of deliveries) {
      const key = orderingKey(delivery.message);
      const previous = chains.get(key) ?? Promise.resolve();
      chains.set(
        key,
        previous.then(() => this.#handleAlone(delivery)),
      );
    }
    await Promise.all(chains.values());
  }

  async #handleAlone(delivery: Delivery): Promise<void> {
    const { onHandled, backoffMs = BACKOFF_MS } = this.#options;
    const { message, decoded } = delivery;
    const attempts = backoffMs.length + 1;
    try {
      // A message that ends the process each time never reaches the catch below: it is counted before it is touched.
      if (message.info.redeliveryCount > attempts) throw new Error(`given up after ${attempts} deliveries without an answer`);
      const outcome = await this.handle(decoded);
      onHandled?.(this.name, outcome);
      failpoint('consumer.after-commit');
    } catch (error) {
      return delivery.done(await this.fail(message, error as Error, false));
    }
    delivery.done();
  }

  async #keepAsLetter(message: JsMsg, error: Error, attempts: number): Promise<number | undefined> {
    const { workerDatabase, log, onHandled } = this.#options;
    const eventId = message.headers?.get('Nats-Msg-Id') ?? '';
    const tenant = tenantOf(message);
    try {
      await keepDeadLetter(workerDatabase, {
        tenant: isUuid(tenant) ? tenant : NO_TENANT,
        consumer: this.name,
        event_id: isUuid(eventId) ? eventId : crypto.randomUUID(),
        subject: message.subject,
        envelope: message.string(),
        error: error.message,
        attempts,
      });
    } catch (failure) {
      // It comes again, and the letter is tried again.
      log.error({ err: failure, consumer: this.name }, 'consumer: the dead letter could not be written');
      return LETTER_RETRY_MS;
    }
    onHandled?.(this.name, 'dead');
    if (error instanceof UnknownEventType)
      log.warn(
        { consumer: this.name, reason: error.message, ...factsOf(message) },
        'consumer: event kept until a version runs that knows it',
      );
    else log.error({ err: error, consumer: this.name, ...factsOf(message) }, 'consumer: event kept as a dead letter');
    return undefined;
  }

  /** Runs work for events in a span of each, and in the context of the first. */
  #inSpans([first, ...others]: readonly DecodedEvent[], work: (context: RequestContext) => Promise<void>): Promise<void> {
    return this.#inSpan(first as DecodedEvent, (context) =>
      others.reduceRight<() => Promise<void>>(
        (inner, other) => () => this.#inSpan(other, inner),
        () => work(context),
      )(),
    );
  }

  #inSpan<T>({ envelope, parent }: DecodedEvent, work: (context: RequestContext) => Promise<T>): Promise<T> {
    return inSpan('consumer', `${this.name} ${envelope.type}`, (traceparent) => work(causeOf(envelope, traceparent)), parent);
  }

  #call(effect: EventHandler<never, never, never, never>, envelope: EventEnvelope, tx: TenantTx<never>, found: unknown): Promise<unknown> {
    return effect(tx as never, envelope as never, this.#options.ports as never, found as never);
  }
}
