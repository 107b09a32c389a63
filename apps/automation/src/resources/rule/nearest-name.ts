/** Edits that still make a name a likely slip of another, by its length. */
const EDITS_PER_LETTER = 0.34;

/** The name most like a misspelled one; undefined when none is like it. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const measured = names.map((candidate) => ({ candidate, edits: editsBetween(name.toLowerCase(), candidate.toLowerCase()) }));
  const best = measured.sort((one, other) => one.edits - other.edits)[0];
  return best !== undefined && best.edits <= Math.max(1, Math.floor(name.length * EDITS_PER_LETTER)) ? best.candidate : undefined;
}

/** Letters inserted, deleted, replaced or swapped with the next one to make one text of another (optimal string alignment distance). */
function editsBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const edits = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = edits(row - 1, column - 1) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwap ? edits(row - 2, column - 2) + 1 : Infinity;
      rows[row]?.push(Math.min(replaced, edits(row - 1, column) + 1, edits(row, column - 1) + 1, swapped));
    }
  }
  return edits(one.length, other.length);
}
