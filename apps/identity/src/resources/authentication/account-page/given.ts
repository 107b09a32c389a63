/** What was entered into a field of a form; undefined when it was left empty. */
export function given(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? undefined : trimmed;
}

/** The entries of a field that takes several, separated by blanks, commas or lines. */
export function givenEntries(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter(Boolean);
}
