import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ConsumerInfo,
  connect,
  type JetStreamClient,
  type JetStreamManager,
  type Msg,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
  type Subscription,
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
} from 'nats';
import { eventSubject } from '@psa/contract-kit';

export interface BrokerOptions {
  /** `nats://user:password@host:port`; several separated by commas. */
  readonly url: string;
  /** Name of the service, shown by the server. */
  readonly name: string;
  /** Certificates for a server that speaks TLS; without them the connection is plain. */
  readonly tls?: BrokerTls;
  /** Copies of each stream; 3 in a cluster of three. */
  readonly replicas?: number;
  /** The domain whose events this process publishes: of all streams it makes that one alone. None for who only listens and asks. */
  readonly domain?: string;
  /** Told of every RPC made or handled over this connection. */
  readonly onRpc?: (method: FinishedRpc) => void;
}

/** Files in PEM form. */
export interface BrokerTls {
  /** Certificates of the authorities that may have signed the server's. */
  readonly caFile: string;
  /** Certificate and key of the client, for a server that verifies its clients. */
  readonly certFile?: string;
  readonly keyFile?: string;
}

/** An RPC that was made to another service, or handled for one. */
export interface FinishedRpc {
  readonly side: 'client' | 'server';
  /** `<service>.<name>`. */
  readonly method: string;
  /** `ok`, or the code of the error. */
  readonly outcome: string;
  readonly seconds: number;
}

/** The stream belongs to another service, and that one has not made it yet. */
export class StreamMissing extends Error {}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How long the broker waits for an ack, or a sign that there will be one, before it delivers again, in milliseconds: the events
 * of an instance that died are handled by another that much later.
 */
export const ACK_WAIT_MS = 10_000;

const DRAIN_MS = 3_000;

/** Subject under which the instances of a service give each other hints that may be lost. */
export function hintSubject(service: string): string {
  return `psa.v1.hint.${service}`;
}

/** Name of the stream that holds a domain's events. */
export function streamName(domain: string): string {
  return `PSA_${domain.toUpperCase()}`;
}

/** Where the answers to a connection of that name arrive. */
export function inboxPrefix(name: string): string {
  return `_INBOX_${name}`;
}

/**
 * The connection to NATS with the product's streams and consumers. It never gives up reconnecting: a service without its
 * broker goes on serving, and its events wait in the outbox.
 */
export class Broker {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly #replicas: number;
  readonly #domain: string | undefined;
  readonly onRpc: (method: FinishedRpc) => void;
  readonly #subscriptions: Subscription[] = [];
  readonly #answering = new Set<Promise<void>>();
  #manager: JetStreamManager | undefined;
  #up = true;

  private constructor(connection: NatsConnection, { replicas = 1, domain, onRpc = () => {} }: BrokerOptions) {
    this.connection = connection;
    this.jetstream = connection.jetstream();
    this.#replicas = replicas;
    this.#domain = domain;
    this.onRpc = onRpc;
  }

  /** Connects, waiting for the server as long as it takes. */
  static async connect(options: BrokerOptions): Promise<Broker> {
    const servers = options.url.split(',').map((text) => new URL(text));
    const [{ username, password }] = servers as [URL];
    const connection = await connect({
      servers: servers.map(({ host }) => host),
      name: options.name,
      // Of its own, so that a service may be kept from hearing the answers to others.
      inboxPrefix: inboxPrefix(options.name),
      ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
      ...(options.tls === undefined ? {} : { tls: options.tls }),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      waitOnFirstConnect: true,
      // A half-open connection is noticed after two missed pings.
      pingInterval: 10_000,
      // Otherwise each publication and each RPC makes two errors beforehand, to say where it was asked for should it fail.
      noAsyncTraces: true,
    });
    return new Broker(connection, options);
  }

  /** Makes sure a domain's stream exists. @throws StreamMissing when it does not, and is another service's to make */
  async ensureStream(domain: string): Promise<StreamInfo> {
    const manager = await this.manager();
    const name = streamName(domain);
    try {
      return await manager.streams.info(name);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      if (domain !== this.#domain) throw new StreamMissing(`${name} is not there yet: the ${domain} service makes it`);
      return await manager.streams.add({
        name,
        subjects: [`${eventSubject(domain)}.>`],
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        discard: DiscardPolicy.Old,
        max_age: nanos(7 * DAY_MS),
        duplicate_window: nanos(10 * 60 * 1000),
        num_replicas: this.#replicas,
        deny_delete: true,
      });
    }
  }

  /** Makes sure a durable consumer exists on a domain's stream. Redelivery is unlimited here: the kit counts and dead-letters. */
  async ensureConsumer(domain: string, durable: string, filter: string, ackWaitMs = ACK_WAIT_MS): Promise<ConsumerInfo> {
    await this.ensureStream(domain);
    const manager = await this.manager();
    const wanted = {
      durable_name: durable,
      filter_subject: filter,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
      deliver_policy: DeliverPolicy.All,
      max_ack_pending: 1000,
      max_deliver: -1,
    };
    try {
      const info = await manager.consumers.info(streamName(domain), durable);
      // Where two versions run side by side, the one with the narrower filter must not take events from the other.
      const isCovered = coversSubject(info.config.filter_subject ?? '>', filter);
      if (isCovered && info.config.ack_wait === wanted.ack_wait) return info;
      if (isCovered) wanted.filter_subject = info.config.filter_subject ?? filter;
      return await manager.consumers.update(streamName(domain), durable, wanted);
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return await manager.consumers.add(streamName(domain), wanted);
    }
  }

  /** Whether a durable consumer is there. */
  async hasConsumer(domain: string, durable: string): Promise<boolean> {
    try {
      await (await this.manager()).consumers.info(streamName(domain), durable);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  /** Deletes a durable consumer; it may be gone. */
  async deleteConsumer(domain: string, durable: string): Promise<void> {
    try {
      await (await this.manager()).consumers.delete(streamName(domain), durable);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /** How many of its events a consumer has yet to handle. */
  async lag(domain: string, durable: string): Promise<number> {
    const { num_pending, num_ack_pending } = await (await this.manager()).consumers.info(streamName(domain), durable);
    return num_pending + num_ack_pending;
  }

  async manager(): Promise<JetStreamManager> {
    return (this.#manager ??= await this.connection.jetstreamManager({ checkAPI: false }));
  }

  get connected(): boolean {
    return this.#up && !this.connection.isClosed();
  }

  /** Calls back at each reconnect; also keeps {@link connected} right. */
  async watch(onReconnect: () => void): Promise<void> {
    for await (const { type } of this.connection.status()) {
      if (type === 'disconnect') this.#up = false;
      if (type === 'reconnect') {
        this.#up = true;
        onReconnect();
      }
    }
  }

  /**
   * Hears the messages of a subject as they pass, each instance for itself and none of the past: for hints that may be lost,
   * such as what to drop from a cache. Effects belong into a {@link Consumer}.
   */
  listen(subject: string, hear: (text: string, subject: string) => void): void {
    this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) hear(message.string(), message.subject);
      },
    });
  }

  /** Tells whoever listens now, in this process and others; nothing while the broker is away. */
  tell(subject: string, text = ''): void {
    if (!this.connection.isClosed()) this.connection.publish(subject, text);
  }

  /** Answers a subject, sharing the work with the other instances of the same queue; the answers under way are finished at the end. */
  handle(subject: string, queue: string, handle: (error: Error | null, message: Msg) => Promise<void>): void {
    const subscription = this.connection.subscribe(subject, {
      queue,
      callback: (error, message) => {
        const rpcHandler = handle(error, message).finally(() => this.#answering.delete(rpcHandler));
        this.#answering.add(rpcHandler);
      },
    });
    this.#subscriptions.push(subscription);
  }

  /** Takes no more RPC requests, and finishes those it has. */
  async #finishAnswers(): Promise<void> {
    await Promise.all(this.#subscriptions.map((subscription) => subscription.drain()));
    await Promise.all(this.#answering);
  }

  /** Answers what it was asked, sends what is still to be sent, and closes the connection. To drain one that is down would be to wait until it is up again. */
  async close(): Promise<void> {
    const drained = this.connected ? this.#finishAnswers().then(() => this.connection.drain()) : Promise.resolve();
    const timeout = new AbortController();
    await Promise.race([drained, sleep(DRAIN_MS, undefined, { signal: timeout.signal })]).catch(() => {});
    timeout.abort();
    if (!this.connection.isClosed()) await this.connection.close();
  }
}

/** Whether every subject of a filter is one of another, which may end in `>`. */
function coversSubject(wide: string, narrow: string): boolean {
  return wide === narrow || (wide.endsWith('>') && narrow.startsWith(wide.slice(0, -1)));
}

/** Whether JetStream says that the stream or consumer does not exist. */
function isNotFound(error: unknown): boolean {
  return error instanceof NatsError && (error.api_error?.code === 404 || error.code === '404');
}
