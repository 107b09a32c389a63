import { setTimeout as sleep } from 'node:timers/promises';
import { startSpan } from '@psa/trace-kit';
import { ErrorCode, headers, NatsError, type PubAck } from 'nats';
import { streamName } from './broker.ts';
import { keepDeadLetter, OUTBOX } from './dead-letters.ts';
import { failpoint } from './failpoint.ts';
import type { RelayOptions } from './relay-options.ts';
import { inspectStream, refillStream, type StreamCheckpoint } from './stream-checkpoint.ts';
import { onWake } from './wake.ts';

interface OutboxRow {
  tenant: string;
  position: number;
  event_id: string;
  subject: string;
  envelope: string;
}

const BATCH = 200;
const POLL_MS = 500;
/** Writers that commit within this time share a batch: the relay costs less than the writes it follows. */
const GATHER_MS = 20;
/**
 * While events keep coming they are gathered for longer: what is done for a batch, here and by each service that gets it, is done less
 * often. At 50 events a second three or four share what otherwise each would cost.
 */
const GATHER_MORE_MS = 60;
/** After so much silence the next event is the first again. */
const SILENCE_MS = 150;
const STREAM_CHECK_MS = 5_000;
const PUBLISH_TIMEOUT_MS = 5_000;

/**
 * One relay of a service publishes at a time, whoever holds the lock for the batch: events of one aggregate leave in the
 * order of their positions. A row counts as published only when the broker has acknowledged it; "published" is a mark on the
 * row and not a high-water position, because positions are drawn before commit and become visible out of order.
 *
 * Both statements are planned anew for each batch: a plan that is kept from when the outbox was short reads all of it, and goes
 * on to when it is long.
 */
const CLAIM = `with lock as materialized (select pg_try_advisory_xact_lock(hashtextextended('psa.relay.' || current_schema(), 0)) as held)
  select tenant, position, event_id, subject, envelope from lock, lateral (
    select * from outbox where published_at is null order by position limit ${BATCH}
  ) rows where held order by position`;
const MARK = 'update outbox set published_at = now() where position = any($1) and published_at is null';
/** Where tenants lie on several nodes: of these nodes alone. */
const MARK_OF_TENANTS = `${MARK} and tenant = any($2::uuid[])`;

/** Carries committed events from the outbox to the stream. */
export class Relay {
  readonly #options: RelayOptions;
  #stopping = false;
  #running: Promise<void> | undefined;
  #wake: () => void = () => {};
  #unsubscribe: () => void = () => {};
  #memory: StreamCheckpoint | undefined;
  #checkStreamAt = 0;
  /** Under way while a stream that lost events is filled again; what is new leaves meanwhile. */
  #refilling: Promise<void> | undefined;
  readonly #stopRefilling = new AbortController();

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  start(): void {
    this.#unsubscribe = onWake(this.#options.service, () => this.#wake());
    this.#running = this.#run();
  }

  /** Makes the next round look whether the stream is still the one it was: after a reconnect it may not be. */
  checkStream(): void {
    this.#checkStreamAt = 0;
    this.#wake();
  }

  /** Publishes what is committed, then stops. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#unsubscribe();
    this.#stopRefilling.abort();
    this.#wake();
    await this.#refilling;
    await this.#running;
  }

  async #run(): Promise<void> {
    let failures = 0;
    let publishedAt = -SILENCE_MS;
    while (!this.#stopping) {
      let woken = false;
      const next = new Promise<void>((resolve) => {
        this.#wake = () => {
          woken = true;
          resolve();
        };
      });
      try {
        await this.#watchStream();
        if ((await this.#publishAll()) > 0) publishedAt = performance.now();
        failures = 0;
      } catch (error) {
        failures++;
        // The stream itself may be what is missing.
        this.#checkStreamAt = 0;
        this.#options.log.warn({ err: error, failures }, 'relay: publishing failed, will try again');
        await sleep(Math.min(100 * 2 ** failures, 2_000));
        continue;
      }
      if (!this.#stopping) await Promise.race([next, sleep(POLL_MS, undefined, { ref: false })]);
      if (woken && !this.#stopping) await sleep(performance.now() - publishedAt < SILENCE_MS ? GATHER_MORE_MS : GATHER_MS);
    }
    await this.#publishBatch().catch(() => {});
  }

  async #watchStream(): Promise<void> {
    if (Date.now() < this.#checkStreamAt || this.#refilling !== undefined) return;
    this.#assertConnected();
    const { checkpoint, hasLostEvents } = await inspectStream(this.#options, this.#memory);
    this.#memory = checkpoint;
    this.#checkStreamAt = Date.now() + STREAM_CHECK_MS;
    if (hasLostEvents) this.#refilling = this.#refill(checkpoint);
  }

  async #refill(checkpoint: StreamCheckpoint): Promise<void> {
    try {
      await refillStream(this.#options, checkpoint, this.#stopRefilling.signal);
    } catch (error) {
      if (!this.#stopping) this.#options.log.warn({ err: error }, 'relay: a stream was not filled again, will try again');
    } finally {
      this.#refilling = undefined;
    }
  }

  /** Asking a broker that is not there takes until its timeout, and a relay that is to stop would be waited for. */
  #assertConnected(): void {
    if (!this.#options.broker.connected) throw new Error('not connected to NATS');
  }

  /** @returns how many events there were */
  async #publishAll(): Promise<number> {
    let all = 0;
    let some: number;
    do {
      some = await this.#publishBatch();
      all += some;
    } while (some === BATCH);
    return all;
  }

  async #publishBatch(): Promise<number> {
    const { database } = this.#options;
    this.#assertConnected();
    const { claimed, failures } = await database.transaction(async (client) => {
      const { rows } = await client.query<OutboxRow>(CLAIM);
      if (rows.length === 0) return { claimed: 0, failures: [] };
      failpoint('relay.before-publish');
      const published: number[] = [];
      const outcomes = await Promise.allSettled(byAggregate(rows).map((events) => this.#publishInOrder(events, published)));
      failpoint('relay.after-publish');
      if (database.tenantForm.takesByTenant)
        await client.query(MARK_OF_TENANTS, [published, [...new Set(rows.map(({ tenant }) => tenant))]]);
      else await client.query(MARK, [published]);
      return {
        claimed: rows.length,
        failures: outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : [])),
      };
    });
    if (failures.length > 0) throw failures[0];
    return claimed;
  }

  /**
   * Publishes the events of one aggregate. None is sent before the broker has the one before it: when one is lost on its way, those behind
   * it wait until it was sent again. Other aggregates go on.
   * @param published takes the positions of those that the broker has, also when a later one fails
   */
  async #publishInOrder(events: readonly OutboxRow[], published: number[]): Promise<void> {
    for (const row of events) {
      const ack = await this.#publishOrSetAside(row);
      published.push(row.position);
      if (this.#memory !== undefined) this.#memory.lastSequence = Math.max(this.#memory.lastSequence, ack?.seq ?? 0);
    }
  }

  /** What the broker will never take is kept for an operator, so that the others go on. @returns undefined for such a one */
  async #publishOrSetAside(row: OutboxRow): Promise<PubAck | undefined> {
    try {
      return await this.#publish(row);
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      const { database, log } = this.#options;
      const { tenant, event_id, subject } = row;
      // The whole of it stays in the outbox: a letter is shown, and must fit into an answer.
      const envelope = row.envelope.slice(0, 2_000);
      await keepDeadLetter(database, {
        tenant,
        consumer: OUTBOX,
        event_id,
        subject,
        envelope,
        error: 'The broker takes no event of this size',
        attempts: 1,
      });
      log.warn(
        { event_id, tenant_id: tenant, bytes: Buffer.byteLength(row.envelope) },
        'relay: an event is too large for the broker and was set aside',
      );
      return undefined;
    }
  }

  async #publish({ event_id, subject, envelope }: OutboxRow): Promise<PubAck> {
    const { broker, service } = this.#options;
    const head = headers();
    head.set('Nats-Expected-Stream', streamName(service));
    const span = startSpan('producer', `publish ${subject.slice(0, subject.lastIndexOf('.'))}`, TRACE_PARENT.exec(envelope)?.[1]);
    if (span !== undefined) head.set('traceparent', span.traceparent);
    try {
      const ack = await broker.jetstream.publish(subject, envelope, { msgID: event_id, headers: head, timeout: PUBLISH_TIMEOUT_MS });
      span?.end();
      return ack;
    } catch (error) {
      span?.end({}, error);
      throw error;
    }
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof NatsError && error.code === String(ErrorCode.MaxPayloadExceeded);
}

/** Rows in the order they were given, apart for each aggregate. */
function byAggregate(rows: readonly OutboxRow[]): OutboxRow[][] {
  return [...Map.groupBy(rows, ({ tenant, subject, envelope }) => `${tenant} ${SUBJECT.exec(envelope)?.[1] ?? subject}`).values()];
}

/** What an envelope is about; its `data` stands behind it. */
const SUBJECT = /"subject":"([^"]*)"/;
/** The request or the event that an envelope came from; its `data` stands behind it. */
const TRACE_PARENT = /"traceparent":"([^"]{55})"/;
