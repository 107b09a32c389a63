import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a process needs to read in order to run a program: its folder, and the packages and their descriptions above it. */
export function readablePaths(main: string): string[] {
  const folder = dirname(main);
  const paths = [`${folder}/`];
  for (let above = folder; ; above = dirname(above)) {
    const modules = join(above, 'node_modules');
    if (existsSync(modules)) paths.push(`${modules}/`);
    const description = join(above, 'package.json');
    if (existsSync(description)) paths.push(description);
    if (dirname(above) === above) return paths;
  }
}
