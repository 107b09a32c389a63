import { spawn } from 'node:child_process';
import { readFileSync, rmdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from './pid-lock.mjs';

/** @typedef {Record<string, { version?: string, dev?: boolean, optional?: boolean }>} Packages */

const UNTRIED = -1;
/** npm's exit code for a refusal as for most failures; interruptions have others. */
const REFUSED = 1;

/**
 * Brings node_modules in line with package-lock.json, one installer at a time.
 * @param {string} root
 * @param {{ lean: boolean, say?: (line: string) => void }} options lean: what running the product needs is enough
 * @returns {Promise<{ message: string, exitCode: number } | undefined>} undefined when all is in place
 */
export async function installPackages(root, { lean, say = console.error }) {
  if (isSatisfied(root, lean)) return undefined;
  const path = join(root, '.psa-install', 'lock');
  let lock = takeLock(path);
  if (!lock.taken) say('Waiting for another install in this checkout…');
  while (!lock.taken) {
    await sleep(200);
    lock = takeLock(path);
  }
  try {
    if (isSatisfied(root, lean)) return undefined;
    return await install(root, lean, lock.tookOver, say);
  } finally {
    lock.release();
    removeIfEmpty(dirname(path));
  }
}

/**
 * npm writes node_modules/.package-lock.json last, so it says what was really installed, by whomever.
 * @param {string} root @param {boolean} lean
 */
function isSatisfied(root, lean) {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (installed === undefined || wanted === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const found = installed[path];
    if (found !== undefined) return found.version === entry.version;
    return !path.includes('node_modules/') || entry.optional === true || (lean && entry.dev === true);
  });
}

/** @param {string} root @param {boolean} lean @param {boolean} cutShort @param {(line: string) => void} say */
async function install(root, lean, cutShort, say) {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  // `npm ci` empties node_modules first, which would pull the ground from under a stack running in this checkout.
  const fromNothing = installed === undefined || cutShort;
  const withoutDev = lean && (fromNothing || Object.values(installed).every((entry) => entry.dev !== true));
  const options = [withoutDev ? '--omit=dev' : '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const begun = Date.now();
  say(`Installing packages${withoutDev ? '' : ', with the development tools'}…`);
  let exitCode = fromNothing ? await npm(root, ['ci', ...options]) : UNTRIED;
  // A registry that lacks packages of other platforms makes `npm ci` refuse a lock file that `npm install` can follow.
  if (exitCode === UNTRIED || exitCode === REFUSED) exitCode = await npm(root, ['install', '--no-save', ...options]);
  if (exitCode !== 0) return { message: 'The packages could not be installed; see above.', exitCode };
  say(`Installed in ${((Date.now() - begun) / 1000).toFixed(1)} s.`);
  return undefined;
}

/** @param {string} root @param {string[]} args @returns {Promise<number>} */
function npm(root, args) {
  // npm itself must run on the host's Node, not on the one it is about to replace.
  const own = join(root, 'node_modules', '.bin');
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => entry !== own)
    .join(delimiter);
  // Standard output belongs to the command that follows (psa --json).
  const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, PATH: path } });
  const stop = () => child.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop);
      resolve(code ?? 130);
    });
  });
}

/** @param {string} path @returns {Packages | undefined} */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** @param {string} directory */
function removeIfEmpty(directory) {
  try {
    rmdirSync(directory);
  } catch {
    // Another installer is about to use it.
  }
}
