/** Calls a public address takes: so many a minute, a tenth of them at once. */
export class HookLimiter {
  readonly #buckets = new Map<string, { left: number; at: number }>();

  /** @returns milliseconds to wait; 0 when the call may go on */
  admit(hookId: string, perMinute: number, now: number): number {
    const burst = Math.max(1, Math.ceil(perMinute / 10));
    const { left, at } = this.#buckets.get(hookId) ?? { left: burst, at: now };
    const filled = Math.min(burst, left + ((now - at) / 60_000) * perMinute);
    if (this.#buckets.size > 10_000) this.#buckets.clear();
    this.#buckets.set(hookId, { left: filled >= 1 ? filled - 1 : filled, at: now });
    return filled >= 1 ? 0 : Math.ceil(((1 - filled) / perMinute) * 60_000);
  }
}
