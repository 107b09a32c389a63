import { join } from 'node:path';
import { containerEngine } from '../../local/container-engine.ts';
import { Refusal } from '../../local/refusal.ts';
import { runCommand } from '../../local/run-command.ts';

/**
 * Builds the images of a version, one after the other.
 * @param root of its sources
 * @param onlyMissing whether images that are there stay as they are
 */
export async function buildImages(
  root: string,
  names: readonly string[],
  { version, onlyMissing }: { readonly version: string; readonly onlyMissing: boolean },
): Promise<void> {
  const engine = await containerEngine();
  if (engine === undefined) throw new Refusal('This needs Docker or Podman, and its daemon.');
  for (const name of names) {
    const image = `psa/${name}:${version}`;
    if (onlyMissing && (await runCommand(engine, ['image', 'inspect', image])).ok) continue;
    console.log(`Building ${image}`);
    const args = ['--build-arg', `APP=${name}`, '--build-arg', `VERSION=${version}`];
    const { ok, output } = await runCommand(engine, ['build', '--file', join(root, 'deploy/Dockerfile'), ...args, '--tag', image, root]);
    if (!ok) throw new Refusal(`The image ${image} could not be built:\n${output}`);
  }
}
