import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { repositoryRoot } from './local/repository-root.ts';
import { runCommand } from './local/run-command.ts';
import { onStopRequest } from './local/stop-request.ts';

/** From the clone to the answer to the request that `npm start` prints. */
const MAX_SECONDS = 120;
/** After which nobody waits any longer to see by how much it is late. */
const GIVE_UP_SECONDS = 2 * MAX_SECONDS;

/** Clones the last commit, runs `npm start` in it as somebody new does, sends the request it prints, and fails when that takes too long. */
const stopRequest = onStopRequest();
const folder = mkdtempSync(join(tmpdir(), 'psa-fresh-'));
const begun = performance.now();
let started: ChildProcess | undefined;
try {
  const clone = join(folder, 'psa');
  const cloned = await runCommand('git', ['clone', '--quiet', repositoryRoot, clone], { signal: stopRequest });
  if (!cloned.ok) throw new Error(`git clone failed: ${cloned.output}`);
  // Nothing of this checkout may help: neither its packages on the PATH nor its state.
  const env = { ...process.env, PATH: pathWithout(repositoryRoot), PSA_HOME: '' };
  started = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const { url, key } = await printedRequest(started);
  const response = await fetch(url, { headers: { 'x-api-key': key } });
  const seconds = (performance.now() - begun) / 1000;
  const { data } = (await response.json()) as { data?: unknown };
  const isAnswer = response.status === 200 && data !== undefined;
  const isInTime = seconds <= MAX_SECONDS;
  console.log(`From the clone to the first answer (${response.status}): ${seconds.toFixed(1)} s of ${MAX_SECONDS} s at most.`);
  process.exitCode = isAnswer && isInTime ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  if (started !== undefined && started.exitCode === null) {
    started.kill('SIGTERM');
    await once(started, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}

function pathWithout(root: string): string {
  return (process.env.PATH ?? '')
    .split(':')
    .filter((entry) => !entry.startsWith(root))
    .join(':');
}

/** Shows what a start prints, and reads the first request out of it. */
async function printedRequest(child: ChildProcess): Promise<{ url: string; key: string }> {
  const giveUp = AbortSignal.any([stopRequest, AbortSignal.timeout(GIVE_UP_SECONDS * 1000)]);
  for await (const line of createInterface({ input: child.stdout!, signal: giveUp })) {
    console.log(line);
    const found = /curl -H 'x-api-key: (\S+)' '(\S+)'/.exec(line);
    if (found !== null) return { key: found[1] ?? '', url: found[2] ?? '' };
  }
  throw new Error('npm start ended, or took too long, before it printed a first request');
}
