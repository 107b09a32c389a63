/** Edits that still make a name a likely slip of another, by its length. */
const EDITS_PER_LETTER = 0.34;

/** The name most like a misspelled one; undefined when none is like it. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const measured = names.map((candidate) => ({ candidate, edits: editsBetween(name.toLowerCase(), candidate.toLowerCase()) }));
  const best = measured.sort((one, other) => one.edits - other.edits)[0];
  return best !== undefined && best.edits <= Math.max(1, Math.floor(name.length * EDITS_PER_LETTER)) ? best.candidate : undefined;
}

/** Letters inserted, deleted or replaced to make one text of another (Levenshtein distance). */
function editsBetween(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (previous[column] as number) + (letter === otherLetter ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] as number) + 1, (current[column] as number) + 1));
    }
    previous = current;
  }
  return previous.at(-1) as number;
}
