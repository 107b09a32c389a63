/** Writes a result for a person: a line per field, a block per row, and what is said of all rows below them. */
export function printableResult(result: unknown): string {
  if (Array.isArray(result)) return result.length === 0 ? 'none' : result.map(printableResult).join(result.some(isBlock) ? '\n\n' : '\n');
  if (result === null || typeof result !== 'object') return String(result ?? 'done');
  const entries = Object.entries(result);
  const [only] = entries;
  if (only === undefined) return 'done';
  if (entries.length === 1 && Array.isArray(only[1])) return printableResult(only[1]);
  const rows = entries.find(([, value]) => Array.isArray(value) && value.some(isBlock));
  if (rows !== undefined) {
    const rest = Object.fromEntries(entries.filter(([name]) => name !== rows[0]));
    return `${printableResult(rows[1])}\n\n${printableResult(rest)}`;
  }
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${typeof value === 'string' ? value : JSON.stringify(value)}`).join('\n');
}

function isBlock(result: unknown): boolean {
  return typeof result === 'object' && result !== null;
}
