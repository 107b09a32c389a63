import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Home, homeAt } from '../local/home.ts';
import { lockHolder, takeLock } from '../local/pid-lock.mjs';
import { stopLeftovers } from '../local/stop-leftovers.ts';
import { createTemporaryHome, removeHome } from '../local/temporary-home.ts';

const PREFIX = 'psa-test-';
/** A home this young may belong to a run that has not come to its lock yet. */
const YOUNG_MS = 60_000;

/** Creates a home for one test run. */
export function createTestHome(): Home {
  const home = createTemporaryHome(PREFIX);
  takeLock(lockOf(home));
  return home;
}

/** Clears away what test runs that were killed have left: servers and folders. */
export async function removeDeadTestHomes(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const home = homeAt(join(tmpdir(), name));
    const created = statSync(home.path, { throwIfNoEntry: false });
    const isOurs = created !== undefined && (process.getuid === undefined || created.uid === process.getuid());
    if (!isOurs || lockHolder(lockOf(home)) || Date.now() - created.ctimeMs < YOUNG_MS) continue;
    await stopLeftovers(home);
    removeHome(home);
  }
}

function lockOf(home: Home): string {
  return home.file('run', 'supervisor.lock');
}
