import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './local/install-packages.mjs';

// The only script that must run before anything is installed: plain JavaScript, no dependencies, Node 20.
// package.json calls it by `exec`: a shell between npm and this process would keep npm's signals to itself.

const root = fileURLToPath(new URL('..', import.meta.url));
const binaries = join(root, 'node_modules', '.bin');
const LEAN_COMMANDS = ['start', 'psa'];
const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

const [command, ...args] = process.argv.slice(2);
const script = join(root, 'tools', `${command}.ts`);
if (!command || !/^[a-z-]+$/.test(command) || !existsSync(script)) {
  const commands = readdirSync(join(root, 'tools'))
    .filter((name) => /^[a-z-]+\.ts$/.test(name))
    .map((name) => name.slice(0, -3));
  fail(`usage: node tools/bootstrap.mjs <command> [arguments]\ncommands: ${commands.join(' ')}`, 2);
}
if (process.platform === 'win32') fail('This needs Linux or macOS. On Windows, run it inside WSL.', 1);
const outcome = await installPackages(root, { lean: LEAN_COMMANDS.includes(command) });
if (outcome !== undefined) fail(outcome.message, outcome.exitCode);
run(chooseNode());

/** Node 24 as npm brought it; the host's own only where npm has none for the platform. */
function chooseNode() {
  const bundled = join(binaries, 'node');
  if (existsSync(bundled) && spawnSync(bundled, ['--version']).status === 0) return bundled;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(
    `Node 24 is not available for ${process.platform}-${process.arch} from npm, and this is Node ${process.versions.node}. Install Node 24 or newer and try again.`,
    1,
  );
}

/** @param {string} node */
function run(node) {
  const child = spawn(node, ['--import', new URL('local/exit-when-done.mjs', import.meta.url).href, script, ...args], {
    // The channel carries no messages: its end tells the child that this process is gone, however it died.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}`,
      // Commands begin others, which load the same sources: each would strip their types and compile them anew.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'psa', 'compiled'),
    },
  });
  // npm and the terminal may both deliver the same signal; the child decides what a second one means.
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  stopWithNpm(() => child.kill('SIGTERM'));
  child.on('error', (error) => fail(error.message, 1));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
}

/** A killed npm cannot pass anything on, and would leave a whole stack behind. @param {() => void} stop */
function stopWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 1000);
  watch.unref();
}

/** @param {string} message @param {number} exitCode @returns {never} */
function fail(message, exitCode) {
  console.error(message);
  process.exit(exitCode);
}
