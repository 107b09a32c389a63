/**
 * A bounded map that forgets what was not used of late. Two generations instead of a list of uses: a hit in the young one
 * writes nothing, and when it is full the old one is dropped whole.
 */
export class RecentMap<Key, Value> {
  readonly #generationSize: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  /** @param limit entries at most */
  constructor(limit: number) {
    this.#generationSize = Math.max(1, Math.floor(limit / 2));
  }

  get size(): number {
    let size = this.#young.size;
    for (const key of this.#old.keys()) if (!this.#young.has(key)) size++;
    return size;
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#generationSize && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: Key): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  deleteWhere(matches: (value: Value) => boolean): void {
    for (const generation of [this.#young, this.#old]) {
      for (const [key, value] of generation) if (matches(value)) generation.delete(key);
    }
  }
}
