import { readFileSync } from 'node:fs';

/** A file's text, or undefined when there is no such file. Any other failure is an error. */
export function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
