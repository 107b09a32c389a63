import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Changes a file by one replacement.
 * @param pattern where; the first capture is kept
 * @throws when the place is not found: the file has been given another form, and this generator has to follow
 */
export function insertInto(path: string, pattern: RegExp, replacement: (...match: string[]) => string): void {
  const before = readFileSync(path, 'utf8');
  if (!pattern.test(before)) throw new Error(`${path} has no place like ${pattern}: add the line by hand, and mend tools/new.`);
  writeFileSync(path, before.replace(pattern, replacement));
}

/** Adds an import behind the last one of a file, or its name to the import there is from the same module. */
export function addImport(path: string, line: string): void {
  const [, name = '', module = ''] = /^import \{ (\w+) \} from '(.+)';$/.exec(line) ?? [];
  const there = new RegExp(`^import \\{ ([\\w, ]+) \\} from '${module.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}';$`, 'm');
  if (name !== '' && there.test(readFileSync(path, 'utf8'))) {
    insertInto(path, there, (_, names) => `import { ${[...names.split(', '), name].sort().join(', ')} } from '${module}';`);
    return;
  }
  insertInto(path, /((?:^import [^;]*;\n)+)/m, (imports) => `${imports}${line}\n`);
}
