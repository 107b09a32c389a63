/** Bytes that pieces of work hold in memory at the same time. First come, first served: a large one is not overtaken for ever. */
export class ByteBudget {
  readonly #total: number;
  readonly #waiting: { readonly bytes: number; readonly begin: () => void }[] = [];
  #used = 0;

  constructor(total: number) {
    this.#total = total;
  }

  /** Runs a piece of work once there is room for it; one that needs more than everything runs alone. */
  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    const taken = Math.min(bytes, this.#total);
    if (this.#waiting.length > 0 || this.#used + taken > this.#total)
      await new Promise<void>((resolve) => {
        this.#waiting.push({ bytes: taken, begin: resolve });
      });
    else this.#used += taken;
    try {
      return await work();
    } finally {
      this.#used -= taken;
      this.#beginNext();
    }
  }

  #beginNext(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#used + next.bytes <= this.#total; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#used += next.bytes;
      next.begin();
    }
  }
}
