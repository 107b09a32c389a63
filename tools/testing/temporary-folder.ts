import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';

/** A folder for one test, gone after it. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'psa-tools-'));
  made.push(path);
  return path;
}

const made: string[] = [];

afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});
