import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Home, openHome } from './home.ts';
import { removeOutsideFolder } from './postgres-place.ts';

/** Creates a home for one run. @param prefix by which it is known among others' folders */
export function createTemporaryHome(prefix: string): Home {
  const path = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(path, 0o711);
  return openHome(path);
}

/** Removes a home and all that belongs to it, wherever that lies; its servers must have stopped. */
export function removeHome(home: Home): void {
  removeOutsideFolder(home);
  rmSync(home.path, { recursive: true, force: true });
}
