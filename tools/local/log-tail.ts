import { readIfExists } from './read-if-exists.ts';

/** The last lines that were written to a log after it had the given size. */
export function logTail(path: string, from = 0, lines = 20): string {
  const text = Buffer.from(readIfExists(path) ?? '')
    .subarray(from)
    .toString();
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}
