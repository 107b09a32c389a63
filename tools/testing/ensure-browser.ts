import { spawnSync } from 'node:child_process';
import { findBrowser } from '@psa/test-kit/find-browser';

/**
 * Installs the Chromium that tests of pages need, where a machine is set up for nothing but this run: in CI, as root, on a system
 * with apt. Elsewhere, and when it does not come to it, those tests say what they lack.
 */
export function ensureBrowser(env: NodeJS.ProcessEnv, say: (line: string) => void): void {
  if (!env.CI || findBrowser(env) !== undefined || process.getuid?.() !== 0) return;
  say('Installing Chromium for the tests of pages');
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const { status } = spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status !== 0) return say(`apt-get ${args[0]} failed: tests of pages will fail`);
  }
}
