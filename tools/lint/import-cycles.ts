import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { preProcessFile } from 'typescript';

/** What a file imports, by paths from the root. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Reads the imports among the sources of apps and libs, types included; tests and what only they use are left out. */
export function readImports(root: string): Imports {
  const packages = packageEntries(root);
  const files = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('node_modules') && !/\.test\.ts$|\/testing\/|\/generated\//.test(name))
      .map((name) => join(folder, name)),
  );
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const { importedFiles } = preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
      const targets = importedFiles.map(({ fileName }) =>
        fileName.startsWith('.') ? join(dirname(file), fileName) : packages.get(fileName),
      );
      return [file, [...new Set(targets.filter((target) => target !== undefined && known.has(target)))] as string[]];
    }),
  );
}

/** Groups of files that import one another in a circle, each sorted. Tarjan's algorithm (SIAM J. Comput. 1, 1972). */
export function findCycles(imports: Imports): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file)!);
    stack.push(file);
    onStack.add(file);
    for (const target of imports.get(file) ?? []) {
      if (!index.has(target)) {
        visit(target);
        low.set(file, Math.min(low.get(file)!, low.get(target)!));
      } else if (onStack.has(target)) low.set(file, Math.min(low.get(file)!, index.get(target)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const group: string[] = [];
    for (let member = ''; member !== file;) {
      member = stack.pop()!;
      onStack.delete(member);
      group.push(member);
    }
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return cycles;
}

/** Pairs of folders of one package whose files import each other's, a folder and those inside it apart. */
export function findTwoWayFolders(imports: Imports): [string, string][] {
  const uses = new Set<string>();
  for (const [file, targets] of imports) for (const target of targets) uses.add(`${dirname(file)} ${dirname(target)}`);
  const pairs: [string, string][] = [];
  for (const use of uses) {
    const [from, to] = use.split(' ') as [string, string];
    const isInside = relative(from, to).startsWith('..') === false || relative(to, from).startsWith('..') === false;
    if (from < to && !isInside && uses.has(`${to} ${from}`)) pairs.push([from, to]);
  }
  return pairs;
}

/** The file each export of the product's packages leads to. */
function packageEntries(root: string): Map<string, string> {
  const entries = new Map<string, string>();
  const folders = ['libs', 'libs/contracts'].flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name)));
  for (const folder of folders.filter((path) => existsSync(join(root, path, 'package.json')))) {
    const { name, exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      name: string;
      exports: Record<string, string>;
    };
    for (const [path, file] of Object.entries(exports)) entries.set(join(name, path), join(folder, file));
  }
  return entries;
}
