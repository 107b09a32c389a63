import { createHash } from 'node:crypto';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfExists } from './read-if-exists.ts';
import { repositoryRoot } from './repository-root.ts';

/** What a bundle was made of, beside it. */
interface Stamp {
  /** Paths from the root. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly fingerprint: string;
}

/** What has a say in every bundle beside its inputs: how one is made, and which packages are found. */
const MAKING = ['tools/local/bundle-services.ts', 'package-lock.json'];

/** Whether the bundle in a folder is of the sources as they are; making it anew takes longer than all else of a start. */
export function isBundleFresh(outdir: string): boolean {
  const text = readIfExists(stampFile(outdir));
  if (text === undefined) return false;
  const { inputs, outputs, fingerprint } = JSON.parse(text) as Stamp;
  return outputs.every((path) => existsSync(join(repositoryRoot, path))) && fingerprintOf(inputs) === fingerprint;
}

/**
 * Notes what the bundle in a folder was made of.
 * @param begunAt when making it began: of a file changed since then nobody knows which state was read
 */
export function stampBundle(
  outdir: string,
  { inputs: all, outputs }: { readonly inputs: readonly string[]; readonly outputs: readonly string[] },
  begunAt: number,
): void {
  rmSync(stampFile(outdir), { force: true });
  // What esbuild leaves out on purpose has a name among the inputs, and no file.
  const inputs = all.filter((path) => existsSync(join(repositoryRoot, path)));
  if (inputs.some((path) => (statOf(path)?.mtimeMs ?? 0) >= begunAt)) return;
  const stamp: Stamp = { inputs, outputs, fingerprint: fingerprintOf(inputs) };
  writeFileSync(stampFile(outdir), JSON.stringify(stamp));
}

function stampFile(outdir: string): string {
  return join(outdir, 'stamp.json');
}

function fingerprintOf(paths: readonly string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const path of [...MAKING, ...paths]) {
    const stat = statOf(path);
    hash.update(`${path} ${stat?.mtimeMs} ${stat?.size}\n`);
  }
  return hash.digest('hex');
}

function statOf(path: string) {
  return statSync(join(repositoryRoot, path), { throwIfNoEntry: false });
}
