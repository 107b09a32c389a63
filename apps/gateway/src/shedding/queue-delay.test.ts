import { describe, expect, it } from '@jest/globals';
import { QueueDelay } from './queue-delay.ts';

const TARGET_MS = 100;

/** A server with a queue before it, by a clock of its own. */
class Server {
  readonly #delay = new QueueDelay(TARGET_MS);
  readonly #queue: number[] = [];
  refused = 0;
  readonly waitedMs: number[] = [];

  join(now: number): void {
    const first = this.#queue[0];
    if (first === undefined) this.#delay.begin(now);
    else if (!this.#delay.mayJoin(first, now)) {
      this.refused++;
      return;
    }
    this.#queue.push(now);
  }

  serve(now: number): void {
    const since = this.#queue.shift();
    if (since !== undefined) this.waitedMs.push(now - since);
  }

  get waiting(): number {
    return this.#queue.length;
  }
}

/** Runs the clock by milliseconds. @param perServed milliseconds for each that is served */
function run(server: Server, fromMs: number, toMs: number, joinPerMs: number, perServed: number): void {
  for (let now = fromMs; now < toMs; now++) {
    for (let joined = 0; joined < joinPerMs; joined++) server.join(now);
    if (now % perServed === 0) server.serve(now);
  }
}

describe('the delay of a queue', () => {
  it('takes all of a burst that is served within five times the target', () => {
    const server = new Server();
    for (let joined = 0; joined < 250; joined++) server.join(0);
    run(server, 0, 499, 0, 2);
    server.join(499);
    expect(server.refused).toBe(0);
    expect(Math.max(...server.waitedMs)).toBe(498);
  });

  it('bounds the delay while more arrives than can be served, and serves as many as it can', () => {
    const server = new Server();
    run(server, 0, 10_000, 3, 1);
    const lasting = server.waitedMs.slice(-5_000);
    // Until the first has waited for the target, three times as many join as are served meanwhile.
    expect(Math.max(...lasting)).toBeLessThanOrEqual(3 * TARGET_MS);
    expect(lasting.reduce((sum, one) => sum + one, 0) / lasting.length).toBeLessThan(2 * TARGET_MS);
    expect(server.waitedMs).toHaveLength(10_000);
    expect(server.refused).toBe(30_000 - server.waitedMs.length - server.waiting);
  });

  it('refuses when nobody is served at all', () => {
    const server = new Server();
    server.join(0);
    server.join(5 * TARGET_MS - 1);
    expect(server.refused).toBe(0);
    server.join(5 * TARGET_MS);
    expect(server.refused).toBe(1);
  });

  it('allows the next burst when the overload is over', () => {
    const server = new Server();
    run(server, 0, 5_000, 3, 1);
    expect(server.refused).toBeGreaterThan(0);
    for (let now = 5_000; server.waiting > 0; now++) server.serve(now);
    const before = server.refused;
    for (let joined = 0; joined < 400; joined++) server.join(6_000);
    run(server, 6_000, 6_300, 0, 1);
    server.join(6_300);
    expect(server.refused).toBe(before);
  });

  it('allows none to what only looks empty because it refused', () => {
    const server = new Server();
    run(server, 0, 5_000, 3, 1);
    for (let now = 5_000; server.waiting > 0; now++) server.serve(now);
    const before = server.refused;
    server.join(5_200);
    server.join(5_200 + TARGET_MS);
    expect(server.refused).toBe(before + 1);
  });
});
