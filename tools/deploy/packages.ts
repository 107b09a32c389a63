import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Metafile } from 'esbuild';
import { LEFT_OUT } from '../local/bundle-services.ts';
import { repositoryRoot } from '../local/repository-root.ts';

/** An installed package, as its own package.json tells. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
  /** Its folder. */
  readonly path: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { readonly type: string };
  /** As it was written ten years ago: any of them. */
  readonly licenses?: readonly { readonly type: string }[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** `pg` tries it, and goes on without. */
const NEVER_INSTALLED = 'pg-native';

/** The packages whose code a bundle holds. */
export function bundledPackages({ inputs }: Metafile): InstalledPackage[] {
  const folders = new Set(
    Object.keys(inputs)
      .map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0])
      .filter((path) => path !== undefined),
  );
  return [...folders].sort().map((folder) => packageAt(join(repositoryRoot, folder)));
}

/** The packages a bundle takes from beside itself at run time: code that cannot be bundled, with all it needs, and files to serve, which need nothing. */
export function packagesBeside(metafile: Metafile): InstalledPackage[] {
  const imported = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter(({ external, path }) => external && !path.startsWith('node:'))
    .map(({ path }) => nameOf(path));
  const read = Object.keys(metafile.inputs)
    .filter((path) => path.startsWith('apps/'))
    .flatMap((path) =>
      [...readFileSync(join(repositoryRoot, path), 'utf8').matchAll(/resolve\('((?:@[\w-]+\/)?[\w-]+)\/package\.json'\)/g)].map(
        ([, name]) => name ?? '',
      ),
    );
  const found = new Map<string, InstalledPackage>();
  const add = (name: string, from: string, optional: boolean) => {
    const folder = folderOf(name, from);
    // Of the machine code for many platforms only this one's is installed.
    if (folder === undefined && optional) return;
    if (folder === undefined) throw new Error(`${name} is not installed`);
    if (found.has(folder)) return;
    found.set(folder, packageAt(folder));
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder);
    for (const dependency of new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies)]))
      add(dependency, folder, dependency in optionalDependencies);
  };
  // What else is asked for from outside is asked for in a `try`: the bundle could not have been made without it.
  for (const name of new Set(imported))
    if (!isBuiltin(name)) add(name, repositoryRoot, name === NEVER_INSTALLED || !LEFT_OUT.includes(name));
  for (const name of new Set(read)) {
    const folder = folderOf(name, repositoryRoot);
    if (folder === undefined) throw new Error(`${name} is not installed`);
    found.set(folder, packageAt(folder));
  }
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Where a package lies in the repository, for the same place beside the bundle. */
export function placeOf({ path }: InstalledPackage): string {
  return relative(repositoryRoot, path);
}

/** The files of a package that a running program may need: of our own also the texts, which are there to be served. */
export function filesOf({ name: packageName, path }: InstalledPackage): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        !/(?:\.map|\.d\.ts|\.test\.ts|\.h|\.hpp)$/.test(entry.name) &&
        (packageName.startsWith('@psa/') || !entry.name.endsWith('.md')) &&
        !relative(path, entry.parentPath).split('/').includes('node_modules'),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

function nameOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function isBuiltin(name: string): boolean {
  return process.getBuiltinModule(name) !== undefined;
}

/** As Node looks for it: beside the one who asks, then further up. */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; folder.startsWith(repositoryRoot); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
  }
  return undefined;
}

function packageAt(path: string): InstalledPackage {
  const { name, version, license, licenses } = manifestOf(path);
  const told = typeof license === 'object' ? license.type : (license ?? licenses?.map(({ type }) => type).join(' OR '));
  return { name, version, license: told, path };
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
