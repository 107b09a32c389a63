import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';

/** Makes folders for the tests of a file or a block, called where its hooks are: each is gone after the test that asked for it. */
export function temporaryFolders(): () => string {
  const made: string[] = [];
  afterEach(() => {
    for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
  });
  return () => {
    const path = mkdtempSync(join(tmpdir(), 'psa-tools-'));
    made.push(path);
    return path;
  };
}
