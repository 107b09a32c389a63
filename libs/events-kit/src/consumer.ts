import { setTimeout as sleep } from 'node:timers/promises';
import { EventEnvelope, isUuid, tenantId } from '@psa/contract-kit';
import { type Database, recordInInbox, TenantDb } from '@psa/postgres-kit';
import type { JsMsg } from 'nats';
import { ACK_WAIT_MS, type Broker, streamName } from './broker.ts';
import { type DeadLetter, discardDeadLetter, findDeadLetter, keepDeadLetter } from './dead-letters.ts';
import type { Subscription } from './subscription.ts';

export interface ConsumerOptions {
  /** Connected as the service's app role: effects are bound to the event's tenant. */
  readonly database: Database;
  /** Connected as the worker role, for dead letters. */
  readonly workerDatabase: Database;
  readonly broker: Broker;
  readonly ports: object;
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void };
  /** Waits before each further attempt, in milliseconds; after the last the event becomes a dead letter. */
  readonly backoffMs?: readonly number[];
  readonly onHandled?: (consumer: string, outcome: 'handled' | 'duplicate' | 'skipped' | 'failed' | 'dead') => void;
}

const FETCH = 100;
const FETCH_EXPIRES_MS = 5_000;
/** Quick first, for a passing fault; then long enough for a person to act. */
const BACKOFF_MS = [200, 1_000, 5_000, 15_000, 30_000, 60_000, 120_000];
const NO_TENANT = '00000000-0000-0000-0000-000000000000';

class Undecodable extends Error {}

/** Reads one subscription's events and runs their effects, each exactly once; what cannot be handled becomes a dead letter. */
export class Consumer {
  readonly #subscription: Subscription;
  readonly #options: ConsumerOptions;
  #stopping = false;
  #running: Promise<void> | undefined;
  #stopFetch: () => void = () => {};

  constructor(subscription: Subscription, options: ConsumerOptions) {
    this.#subscription = subscription;
    this.#options = options;
  }

  get name(): string {
    return this.#subscription.name;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Stops fetching and waits for the effects under way. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#stopFetch();
    await this.#running;
  }

  /** Handles a dead letter again, now. @throws what the handler throws; the letter then stays */
  async requeue(eventId: string): Promise<void> {
    const { workerDatabase } = this.#options;
    const letter: DeadLetter = await findDeadLetter(workerDatabase, this.name, eventId);
    await this.#handle(letter.envelope);
    await discardDeadLetter(workerDatabase, this.name, eventId);
  }

  async #run(): Promise<void> {
    const { broker, log } = this.#options;
    const { name, domain, filter } = this.#subscription;
    while (!this.#stopping) {
      try {
        // Also after a fault: the stream or the consumer may have gone with the broker's store.
        await broker.ensureConsumer(domain, name, filter);
        const consumer = await broker.jetstream.consumers.get(streamName(domain), name);
        while (!this.#stopping) {
            const messages = await consumer.fetch({ max_messages: FETCH, expires: FETCH_EXPIRES_MS });
          this.#stopFetch = () => messages.stop();
          if (this.#stopping) messages.stop();
          await this.#drain(messages);
        }
      } catch (error) {
        if (this.#stopping) return;
        log.warn({ err: error, consumer: name }, 'consumer: fetching failed, will try again');
        await sleep(500);
      }
    }
  }

  /** Events of one aggregate are handled one after another, those of different ones side by side. */
  async #drain(messages: AsyncIterable<JsMsg>): Promise<void> {
    const lanes = new Map<string, Promise<void>>();
    for await (const message of messages) {
      const lane = laneOf(message);
      const previous = lanes.get(lane) ?? Promise.resolve();
      lanes.set(lane, previous.then(() => this.#settle(message)));
    }
    await Promise.all(lanes.values());
  }

  async #settle(message: JsMsg): Promise<void> {
    const { log, onHandled, backoffMs = BACKOFF_MS } = this.#options;
    const attempt = message.info.redeliveryCount;
    const attempts = backoffMs.length + 1;
    try {
      // A message that ends the process each time never reaches the catch below: it is counted before it is touched.
      if (attempt > attempts) throw new Error(`given up after ${attempts} deliveries without an answer`);
      const outcome = await this.#handle(message.string());
      onHandled?.(this.name, outcome);
      message.ack();
    } catch (error) {
      if (attempt >= attempts || error instanceof Undecodable) await this.#bury(message, error as Error, attempt);
      else {
        log.warn({ err: error, consumer: this.name, attempt }, 'consumer: the effect failed, will try again');
        onHandled?.(this.name, 'failed');
        message.nak(backoffMs[attempt - 1] ?? ACK_WAIT_MS);
      }
    }
  }

  async #bury(message: JsMsg, error: Error, attempts: number): Promise<void> {
    const { workerDatabase, log, onHandled } = this.#options;
    const envelope = message.string();
    const eventId = message.headers?.get('Nats-Msg-Id') ?? '';
    const tenant = message.subject.split('.').at(-1) ?? '';
    try {
      await keepDeadLetter(workerDatabase, {
        tenant: isUuid(tenant) ? tenant : NO_TENANT,
        consumer: this.name,
        event_id: isUuid(eventId) ? eventId : crypto.randomUUID(),
        subject: message.subject, envelope, error: error.message, attempts,
      });
      message.term();
      onHandled?.(this.name, 'dead');
      log.error({ consumer: this.name, event_id: eventId, err: error }, 'consumer: event kept as a dead letter');
    } catch (failure) {
      // Neither acked nor terminated: it comes again, and the letter is tried again.
      log.error({ err: failure, consumer: this.name }, 'consumer: the dead letter could not be written');
      message.nak(5_000);
    }
  }

  async #handle(text: string): Promise<'handled' | 'duplicate' | 'skipped'> {
    const { database, ports } = this.#options;
    const envelope = decode(text);
    const reaction = this.#subscription.reactions.get(envelope.type);
    if (reaction === undefined) return 'skipped';
    const data = reaction.event.data.safeParse(envelope.data);
    if (!data.success) throw new Undecodable(`data breaks the contract: ${JSON.stringify(data.error.issues)}`);
    const db = new TenantDb<never>(database, {
      tenant: tenantId(envelope.tenant), actor: envelope.actor, correlationId: envelope.correlationid, causationId: envelope.id,
      traceparent: envelope.traceparent,
    });
    return db.transaction(async (tx) => {
      if (!await recordInInbox(tx, this.name, envelope.id)) return 'duplicate';
      await reaction.handle(tx as never, { ...envelope, data: data.data } as never, ports as never);
      return 'handled';
    });
  }
}

function decode(text: string): EventEnvelope {
  try {
    return EventEnvelope.parse(JSON.parse(text));
  } catch (error) {
    throw new Undecodable(`not an event envelope: ${(error as Error).message}`);
  }
}

/** The aggregate a message is about; undecodable ones share a lane. */
function laneOf(message: JsMsg): string {
  return /"subject":"([^"]{1,100})"/.exec(message.string())?.[1] ?? '';
}
