import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../local/repository-root.ts';
import { runCommand } from '../local/run-command.ts';

/** What the typed client, and who compiles against it, find among the packages of this repository. */
const DEPENDENCIES = ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types'];

/**
 * Installs the typed client into a folder as `npm install <address>/api/v1/meta/sdk?format=tgz` does, without a registry: what it depends
 * on comes from this repository.
 */
export async function installClient(baseUrl: string, folder: string): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v1/meta/sdk?format=tgz`);
  if (!response.ok) throw new Error(`The client was answered with ${response.status}`);
  const target = join(folder, 'node_modules/psa-api-client');
  mkdirSync(target, { recursive: true });
  const archive = join(folder, 'client.tgz');
  writeFileSync(archive, new Uint8Array(await response.arrayBuffer()));
  const { ok, output } = await runCommand('tar', ['-xzf', archive, '-C', target, '--strip-components=1']);
  if (!ok) throw new Error(output);
  linkPackages(folder, DEPENDENCIES);
}

/** Makes packages of this repository those of a folder. */
export function linkPackages(folder: string, names: readonly string[]): void {
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of names) symlinkSync(join(repositoryRoot, 'node_modules', name), join(folder, 'node_modules', name));
}
