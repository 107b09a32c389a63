import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { findOnPath } from '../../local/find-on-path.ts';
import { repositoryRoot } from '../../local/repository-root.ts';
import { runCommand } from '../../local/run-command.ts';
import { type Document, renderKustomization } from '../kustomize.ts';

/** Absent where manifests cannot be compared with what kubectl makes of them. */
const kubectl = findOnPath('kubectl', []);

/**
 * An installation's own overlay, rendered; by kubectl as well where that is found.
 * @param files of the overlay by path; `psa` stands for this repository's folder of manifests
 * @throws when kubectl renders something else
 */
export async function renderedOverlay(files: Readonly<Record<string, string>>): Promise<Document[]> {
  const folder = mkdtempSync(join(tmpdir(), 'psa-overlay-'));
  try {
    symlinkSync(join(repositoryRoot, 'deploy/kustomize'), join(folder, 'psa'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const documents = renderKustomization(folder);
    if (kubectl !== undefined) await assertSameByKubectl(kubectl, folder, documents);
    return documents;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function assertSameByKubectl(program: string, folder: string, documents: readonly Document[]): Promise<void> {
  const { ok, output } = await runCommand(program, ['kustomize', '--load-restrictor=LoadRestrictionsNone', folder]);
  if (!ok) throw new Error(output);
  const theirs = byName(parseAllDocuments(output).map((document) => document.toJS() as Document));
  const ours = byName(documents);
  for (const name of new Set([...theirs.keys(), ...ours.keys()]))
    if (theirs.get(name) !== ours.get(name)) throw new Error(`${name} is by kubectl\n${theirs.get(name)}\nand here\n${ours.get(name)}`);
}

function byName(documents: readonly Document[]): Map<string, string> {
  return new Map(documents.map((one) => [`${one['kind']} ${one['metadata'].name}`, JSON.stringify(inOrder(one))]));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, inOrder(member)]),
  );
}
