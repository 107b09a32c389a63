import { existsSync, readFileSync, writeFileSync } from 'node:fs';

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

/** Takes text out of a file, if it is there. */
export function removeFrom(path: string, pattern: RegExp): void {
  if (existsSync(path)) writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, ''));
}

/**
 * Adds an import behind the last one of a file, or its names to the import there is from the same module.
 * @param line one import statement, such as `import { name } from './module.ts';` or `import type { Name } from './module.ts';`
 */
export function addImport(path: string, line: string): void {
  const named = /^import (type )?\{ ([^}]+) \} from '(.+)';$/.exec(line);
  const before = readFileSync(path, 'utf8');
  if (named !== null) {
    const [, type = '', names = '', module = ''] = named;
    const there = new RegExp(`^import ${type}\\{([^}]+)\\} from '${escaped(module)}';$`, 'm');
    const listed = there.exec(before)?.[1];
    if (listed !== undefined) {
      const all = new Set([...namesIn(listed), ...namesIn(names)]);
      writeFileSync(
        path,
        before.replace(there, () => `import ${type}{ ${[...all].sort().join(', ')} } from '${module}';`),
      );
      return;
    }
  }
  const imports = /(?:^import [^;]*;\n)+/m;
  writeFileSync(path, imports.test(before) ? before.replace(imports, (all) => `${all}${line}\n`) : `${line}\n\n${before}`);
}

function namesIn(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
