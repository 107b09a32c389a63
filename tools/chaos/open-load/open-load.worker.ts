import { connect, type Socket } from 'node:net';
import { percentile } from '../../../bench/pace.ts';

/** Requests that arrive at an even rate, whatever becomes of those before them. */
export interface OpenLoadJob {
  readonly host: string;
  readonly port: number;
  readonly perSecond: number;
  readonly seconds: number;
  /** Whole HTTP/1.1 requests, sent in turn. */
  readonly requests: readonly string[];
  /** A 2xx after this time is no use to its caller. */
  readonly usefulMs: number;
}

export interface OpenLoadResult {
  readonly offered: number;
  /** Answered with 2xx within `usefulMs`. */
  readonly useful: number;
  /** Answered with 2xx, but later. */
  readonly late: number;
  /** Answered with 429 or 503. */
  readonly refused: number;
  /** Refusals that do not say when to come back. */
  readonly withoutRetryAfter: number;
  /** Neither answered nor refused within CALLER_GIVES_UP_MS, or the connection was lost. */
  readonly unanswered: number;
  /** Other statuses, each with how often it was the answer. */
  readonly unexpected: Readonly<Record<string, number>>;
  readonly usefulP50Ms: number;
  readonly usefulP99Ms: number;
  /** From the moment a request was sent, not from when it was due: how late this process was is no fault of the product. */
  readonly refusedP50Ms: number;
  readonly refusedP95Ms: number;
  readonly refusedP99Ms: number;
  /** When the first second began of whose requests every one got a useful answer, in milliseconds from the beginning; Infinity when none did. */
  readonly recoveredAfterMs: number;
  /** Longest time this process was late with a request; measures the machine and not the product. */
  readonly latestMs: number;
}

const CALLER_GIVES_UP_MS = 5_000;
/** Open connections, as an ingress shares them out to all callers. When all of them wait, a request counts as unanswered. */
const MAX_CONNECTIONS = 1_000;
/** Between two looks at what is due. */
const TICK_MS = 1;
const READ_BYTES = 65_536;
const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('content-length: ');
const RETRY_AFTER = Buffer.from('retry-after: ');
const [ZERO, NINE] = [0x30, 0x39];

/** The number at a place in a head; 0 when there is none. */
function numberAt(bytes: Buffer, at: number): number {
  let value = 0;
  for (let digit = bytes[at] ?? 0; digit >= ZERO && digit <= NINE; digit = bytes[++at] ?? 0) value = value * 10 + digit - ZERO;
  return value;
}

/** A caller's connection, with one request at a time. */
interface Caller {
  readonly socket: Socket;
  /** When its request was due; undefined while it is idle. */
  dueAt: number | undefined;
  sentAt: number;
  missing: number;
}

class OpenLoad {
  readonly #job: OpenLoadJob;
  readonly #requests: readonly Buffer[];
  readonly #idle: Caller[] = [];
  readonly #open = new Set<Caller>();
  readonly #usefulMs: number[] = [];
  readonly #refusedMs: number[] = [];
  readonly #unexpected: Record<string, number> = {};
  #late = 0;
  #withoutRetryAfter = 0;
  #unanswered = 0;
  /** Seconds from the beginning in which a request arrived that got no useful answer. */
  readonly #troubled = new Set<number>();
  #latestMs = 0;
  #next = 0;
  #startedAt = 0;

  constructor(job: OpenLoadJob) {
    this.#job = job;
    this.#requests = job.requests.map((text) => Buffer.from(text));
  }

  async run(): Promise<OpenLoadResult> {
    const { perSecond, seconds } = this.#job;
    const total = Math.round(perSecond * seconds);
    this.#startedAt = performance.now();
    await new Promise<void>((resolve) => {
      let sent = 0;
      const tick = setInterval(() => {
        const now = performance.now();
        for (; sent < total; sent++) {
          const dueAt = this.#startedAt + (sent * 1000) / perSecond;
          if (dueAt > now) break;
          this.#latestMs = Math.max(this.#latestMs, now - dueAt);
          this.#send(dueAt);
        }
        this.#giveUp(now);
        if (sent < total || [...this.#open].some(({ dueAt }) => dueAt !== undefined)) return;
        clearInterval(tick);
        resolve();
      }, TICK_MS);
    });
    for (const { socket } of this.#open) socket.destroy();
    return {
      offered: total,
      useful: this.#usefulMs.length,
      late: this.#late,
      refused: this.#refusedMs.length,
      withoutRetryAfter: this.#withoutRetryAfter,
      unanswered: this.#unanswered,
      unexpected: this.#unexpected,
      usefulP50Ms: percentile(this.#usefulMs, 0.5),
      usefulP99Ms: percentile(this.#usefulMs, 0.99),
      refusedP50Ms: percentile(this.#refusedMs, 0.5),
      refusedP95Ms: percentile(this.#refusedMs, 0.95),
      refusedP99Ms: percentile(this.#refusedMs, 0.99),
      recoveredAfterMs: this.#recoveredAfterMs(seconds),
      latestMs: this.#latestMs,
    };
  }

  #send(dueAt: number): void {
    const caller = this.#idle.pop() ?? this.#connect();
    if (caller === undefined) {
      this.#unanswered++;
      this.#trouble(dueAt);
      return;
    }
    caller.dueAt = dueAt;
    caller.sentAt = performance.now();
    caller.socket.write(this.#requests[this.#next++ % this.#requests.length] as Buffer);
  }

  #connect(): Caller | undefined {
    if (this.#open.size >= MAX_CONNECTIONS) return undefined;
    const { host, port } = this.#job;
    const socket = connect({
      host,
      port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(READ_BYTES),
        callback: (size: number, bytes: Uint8Array) => this.#read(caller, size, bytes as Buffer),
      },
    });
    const caller: Caller = { socket, dueAt: undefined, sentAt: 0, missing: 0 };
    this.#open.add(caller);
    socket.on('error', () => {});
    socket.on('close', () => this.#closed(caller));
    return caller;
  }

  #read(caller: Caller, size: number, buffer: Buffer): boolean {
    const { dueAt } = caller;
    if (dueAt === undefined) return true;
    if (caller.missing === 0) {
      const bytes = buffer.subarray(0, size);
      const lengthAt = bytes.indexOf(LENGTH);
      this.#answered(bytes, dueAt, caller.sentAt);
      caller.missing = bytes.indexOf(HEAD_END) + HEAD_END.length + (lengthAt < 0 ? 0 : numberAt(bytes, lengthAt + LENGTH.length));
    }
    caller.missing -= size;
    if (caller.missing > 0) return true;
    caller.missing = 0;
    caller.dueAt = undefined;
    this.#idle.push(caller);
    return true;
  }

  #answered(bytes: Buffer, dueAt: number, sentAt: number): void {
    const now = performance.now();
    const tookMs = now - dueAt;
    const status = numberAt(bytes, 9);
    const isUseful = status >= 200 && status < 300 && tookMs <= this.#job.usefulMs;
    if (isUseful) {
      this.#usefulMs.push(tookMs);
      return;
    }
    this.#trouble(dueAt);
    if (status === 429 || status === 503) {
      this.#refusedMs.push(now - sentAt);
      if (!bytes.includes(RETRY_AFTER)) this.#withoutRetryAfter++;
    } else if (status >= 200 && status < 300) this.#late++;
    else this.#unexpected[status] = (this.#unexpected[status] ?? 0) + 1;
  }

  #giveUp(now: number): void {
    for (const { dueAt, socket } of this.#open) if (dueAt !== undefined && now - dueAt > CALLER_GIVES_UP_MS) socket.destroy();
  }

  #closed(caller: Caller): void {
    this.#open.delete(caller);
    const idleAt = this.#idle.indexOf(caller);
    if (idleAt >= 0) this.#idle.splice(idleAt, 1);
    if (caller.dueAt === undefined) return;
    // Half an answer counts as what its head said.
    if (caller.missing === 0) {
      this.#unanswered++;
      this.#trouble(caller.dueAt);
    }
    caller.dueAt = undefined;
  }

  #trouble(dueAt: number): void {
    this.#troubled.add(Math.floor((dueAt - this.#startedAt) / 1000));
  }

  #recoveredAfterMs(seconds: number): number {
    for (let second = 0; second < seconds; second++) if (!this.#troubled.has(second)) return second * 1000;
    return Infinity;
  }
}

process.on('message', (job: OpenLoadJob) => {
  new OpenLoad(job).run().then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
