import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner may read, whole or not at all. */
export function writePrivate(path: string, text: string): void {
  const scratch = `${path}.${randomBytes(4).toString('hex')}`;
  writeFileSync(scratch, text, { mode: 0o600, flush: true });
  renameSync(scratch, path);
}
