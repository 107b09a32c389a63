import { join } from 'node:path';
import { findCycles, findTwoWayFolders, readImports } from './import-cycles.ts';

/** Says on stderr which files form circles and which folders import each other. Takes about a second: `node tools/lint/check-imports.ts`. */
export function importsAreClean(root: string): boolean {
  const imports = readImports(root);
  const cycles = findCycles(imports);
  for (const cycle of cycles) console.error(`These files import one another in a circle:\n  ${cycle.join('\n  ')}`);
  const pairs = findTwoWayFolders(imports);
  for (const [one, other] of pairs) {
    console.error(
      `These folders import each other; move what both need below one of them, or nest one in the other:\n  ${one}\n  ${other}`,
    );
  }
  return cycles.length === 0 && pairs.length === 0;
}

if (import.meta.main) process.exitCode = importsAreClean(join(import.meta.dirname, '../..')) ? 0 : 1;
