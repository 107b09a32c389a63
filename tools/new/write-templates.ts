import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const templates = new URL('./templates/', import.meta.url);

/** What a generator did, as paths from the repository's root. */
export interface Generated {
  readonly written: readonly string[];
  readonly changed: readonly string[];
}

/**
 * Writes the files of a template folder, with its `__holes__` filled in names and text.
 * @param folder below tools/new/templates
 * @param target from a file's path in the folder to its path in the repository
 * @returns the paths written, from the repository's root
 */
export function writeTemplates(
  root: string,
  folder: string,
  values: Readonly<Record<string, string>>,
  target: (file: string) => string,
): string[] {
  const from = new URL(`${folder}/`, templates);
  const files = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.template'));
  return files.map((file) => {
    const path = target(fill(file.replace(/\.template$/, ''), values));
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), fill(readFileSync(new URL(file, from), 'utf8'), values));
    return path;
  });
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/__(\w+?)__/g, (whole, name: string) => values[name] ?? whole);
}
