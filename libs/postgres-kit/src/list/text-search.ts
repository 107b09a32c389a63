/** A pattern for ILIKE that finds the text anywhere; `%`, `_` and `\` of the text stand for themselves. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`;
}
