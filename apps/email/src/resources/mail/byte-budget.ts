/** Bytes that pieces of work hold in memory at the same time. First come, first served: a large one is not overtaken for ever. */
export class ByteBudget {
  readonly #total: number;
  readonly #waiting: { readonly bytes: number; readonly begin: () => void }[] = [];
  #used = 0;

  constructor(total: number) {
    this.#total = total;
  }

  /**
   * Runs a piece of work once there is room for it; one that needs more than everything runs alone.
   * @param signal ends the wait @throws its reason
   */
  async run<T>(bytes: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const taken = Math.min(bytes, this.#total);
    if (this.#waiting.length > 0 || this.#used + taken > this.#total) await this.#room(taken, signal);
    else this.#used += taken;
    try {
      return await work();
    } finally {
      this.#used -= taken;
      this.#beginNext();
    }
  }

  #room(bytes: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason as Error);
        this.#beginNext();
      };
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiting = { bytes, begin };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #beginNext(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#used + next.bytes <= this.#total; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#used += next.bytes;
      next.begin();
    }
  }
}
