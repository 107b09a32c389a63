import { join } from 'node:path';
import { containerEngine } from '../../local/container-engine.ts';
import { Refusal } from '../../local/refusal.ts';
import { runCommand } from '../../local/run-command.ts';

/** More than any image needs, in bytes. */
const MAX_SIZE = 200_000_000;
const UNPRIVILEGED = '65532:65532';

/**
 * Builds the images of a version, one after the other. `PSA_NODE_IMAGE` names the base where the one in the Dockerfile cannot be fetched.
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
  const { PSA_NODE_IMAGE: base } = process.env;
  const baseArgs = base === undefined ? [] : ['--build-arg', `NODE_IMAGE=${base}`];
  for (const name of names) {
    const image = `psa/${name}:${version}`;
    if (onlyMissing && (await runCommand(engine, ['image', 'inspect', image])).ok) continue;
    console.log(`Building ${image}`);
    const args = ['--build-arg', `APP=${name}`, '--build-arg', `VERSION=${version}`, ...baseArgs];
    const { ok, output } = await runCommand(engine, ['build', '--file', join(root, 'deploy/Dockerfile'), ...args, '--tag', image, root]);
    if (!ok) throw new Refusal(`The image ${image} could not be built:\n${output}`);
  }
}

/** What is wrong with images that are there: their size, and who runs in them. */
export async function imageFaults(names: readonly string[], version: string): Promise<string[]> {
  const engine = (await containerEngine()) ?? '';
  const faults: string[] = [];
  for (const name of names) {
    const { output } = await runCommand(engine, ['image', 'inspect', '--format', '{{.Size}} {{.Config.User}}', `psa/${name}:${version}`]);
    const [size = '', user = ''] = output.split(' ');
    if (!(Number(size) <= MAX_SIZE)) faults.push(`the image of ${name} has ${size} bytes`);
    if (user !== UNPRIVILEGED) faults.push(`the image of ${name} runs as "${user}"`);
  }
  return faults;
}
