import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import type { Target } from './workload.ts';

/** Clients with connections that stay open, asking at a steady rate; every failure counts, none is tried again. */
export class SteadyReaders {
  readonly #target: Target;
  /** Gives up idle connections before a gateway that drains does: to send on one as the other side closes it is to lose the request. */
  readonly #agent = new Agent({ connections: 16, pipelining: 1, keepAliveTimeout: 3_000, keepAliveMaxTimeout: 3_000 });
  readonly #failed: string[] = [];
  readonly #tookMs: number[] = [];
  readonly #open = new Set<Promise<void>>();
  #done = 0;
  #stopped = false;
  #running: Promise<void> | undefined;

  private constructor(target: Target) {
    this.#target = target;
  }

  static async start(target: Target, perSecond: number): Promise<SteadyReaders> {
    const readers = new SteadyReaders(target);
    readers.#running = readers.#run(perSecond);
    return readers;
  }

  /** How many requests have failed so far. */
  get failures(): number {
    return this.#failed.length;
  }

  /** @returns what came of the requests; `tookMs` of each that was answered, whatever the status */
  async stop(): Promise<{ done: number; failed: string[]; tookMs: number[] }> {
    this.#stopped = true;
    await this.#running;
    await Promise.all(this.#open);
    await this.#agent.close();
    return { done: this.#done, failed: this.#failed, tookMs: this.#tookMs };
  }

  async #run(perSecond: number): Promise<void> {
    const begun = performance.now();
    for (let sent = 0; !this.#stopped; sent++) {
      const request = this.#ask(sent).finally(() => this.#open.delete(request));
      this.#open.add(request);
      const wait = begun + ((sent + 1) * 1000) / perSecond - performance.now();
      if (wait > 1) await sleep(wait);
    }
  }

  async #ask(number: number): Promise<void> {
    const write = number % 10 === 0;
    const path = write ? '/api/v1/clients' : '/api/v1/assets?limit=5';
    const begun = performance.now();
    try {
      const response = await fetch(this.#target.baseUrl + path, {
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(20_000),
        headers: { 'x-api-key': this.#target.apiKey, ...(write && { 'content-type': 'application/json' }) },
        ...(write && { method: 'POST', body: JSON.stringify({ client_name: `Steady ${number} ${Date.now()}`, billing_cycle: 'monthly' }) }),
      });
      const text = await response.text();
      this.#done++;
      this.#tookMs.push(performance.now() - begun);
      if (!response.ok) this.#failed.push(`${write ? 'POST' : 'GET'} ${path} was answered ${response.status}: ${text.slice(0, 200)}`);
    } catch (error) {
      const { message, cause } = error as Error & { cause?: Error };
      this.#failed.push(`${write ? 'POST' : 'GET'} ${path} failed: ${cause?.message ?? message}`);
    }
  }
}
