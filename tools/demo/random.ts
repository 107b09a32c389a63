/** Numbers that look random and are the same in every run. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
  /** That many characters of the alphabet. */
  text(length: number, alphabet: string): string;
}

/** A generator of its own for each name: what is added in one place changes nothing in another. */
export function createRandom(name: string): Random {
  let state = hash(name);
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <Item>(items: readonly Item[]) => items[int(0, items.length - 1)] as Item;
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    text: (length, alphabet) => Array.from({ length }, () => pick([...alphabet])).join(''),
  };
}

/** FNV-1a */
function hash(text: string): number {
  return [...text].reduce((sum, character) => Math.imul(sum ^ character.charCodeAt(0), 0x01000193), 0x811c9dc5);
}
