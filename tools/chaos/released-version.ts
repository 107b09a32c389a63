import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from '../local/repository-root.ts';
import { runCommand } from '../local/run-command.ts';

/** The sources of the version released last, with packages, in a folder of their own. */
export interface ReleasedSources {
  readonly root: string;
  readonly commit: string;
  remove(): void;
}

/** The version released last, built in a folder of its own. */
export interface ReleasedVersion extends ReleasedSources {
  /** Has `<service>/main.mjs` of each service. */
  readonly bundles: string;
}

/** The commit that the comparison of released interfaces was made of. @throws Error without the history of the repository */
async function releasedCommit(): Promise<string> {
  const commit = (await run('git', ['log', '-1', '--format=%H', '--', 'docs/released'])).trim();
  if (commit === '') throw new Error('The history of the repository is needed to find the version released last');
  return commit;
}

/**
 * Checks a version out.
 * @param revision a tag or commit; the one released last when undefined
 * @param packages whether to bring what it is run with; an image brings its own
 */
export async function checkOutReleased(revision?: string, { packages = true } = {}): Promise<ReleasedSources> {
  const commit =
    revision === undefined ? await releasedCommit() : (await run('git', ['rev-parse', '--verify', `${revision}^{commit}`])).trim();
  const root = mkdtempSync(join(tmpdir(), 'psa-released-'));
  const remove = () => rmSync(root, { recursive: true, force: true });
  try {
    await run('git', ['clone', '--quiet', '--shared', '--no-checkout', repositoryRoot, root]);
    await run('git', ['-C', root, 'checkout', '--quiet', commit]);
    // Packages link to the folders beside them, so the links of a copy lead to the released sources.
    if (packages)
      cpSync(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => !path.endsWith('node_modules/.cache'),
      });
    return { root, commit, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Checks the version released last out and builds it. */
export async function buildReleased(): Promise<ReleasedVersion> {
  const sources = await checkOutReleased();
  try {
    const build = `import { bundleServices } from './tools/local/bundle-services.ts';
      import { services } from './tools/local/services.ts';
      await bundleServices(services);`;
    await run(process.execPath, ['--input-type=module', '--eval', build], sources.root);
    const bundles = join(sources.root, 'node_modules/.cache/psa');
    if (!existsSync(bundles)) throw new Error(`No bundles were made in ${bundles}`);
    return { ...sources, bundles };
  } catch (error) {
    sources.remove();
    throw error;
  }
}

async function run(command: string, args: string[], cwd: string = repositoryRoot): Promise<string> {
  const { ok, output } = await runCommand(command, args, { cwd, env: process.env });
  if (!ok) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`);
  return output;
}
