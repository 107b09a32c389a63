import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** Brings files into the format the lint demands. @param paths from the repository's root */
export async function formatFiles(root: string, paths: readonly string[]): Promise<void> {
  for (const path of paths.filter((name) => name.endsWith('.ts'))) {
    const file = join(root, path);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
  }
}
