import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname, join } from 'node:path';
import { downloadNatsServerOf } from './local/download-nats-server.ts';
import { repositoryRoot } from './local/repository-root.ts';
import { runCommand } from './local/run-command.ts';
import { onStopRequest } from './local/stop-request.ts';

/** Releases of Debian by the nats-server they bring: the oldest that is supported, one in between, and a new one. */
const SUITES: readonly (readonly [version: string, suite: string])[] = [
  ['2.9', 'bookworm'],
  ['2.10', 'trixie'],
  ['2.15', 'sid'],
];

/** What depends on the broker: delivery of events, permissions of the users, faults, and the whole product. */
const BROKER_TESTS = ['events-kit', 'nats-permissions', 'broker-tls', 'e2e/faults', 'e2e/product'];

/**
 * Runs the tests that depend on the broker with each version of nats-server that is supported.
 * `npm run brokers`, `npm run brokers -- events-kit`.
 */
const patterns = process.argv.length > 2 ? process.argv.slice(2) : BROKER_TESTS;
const stopRequest = onStopRequest();
const outcomes: string[] = [];
for (const [version, suite] of SUITES) {
  if (stopRequest.aborted) break;
  const { outcome, passed } = await testWith(version, suite);
  outcomes.push(outcome);
  if (!passed) process.exitCode = 1;
}
for (const outcome of outcomes) console.log(outcome);

async function testWith(version: string, suite: string): Promise<{ outcome: string; passed: boolean }> {
  const server = await downloadNatsServerOf(suite, stopRequest);
  if (server === undefined) return { outcome: `nats-server ${version}: could not be fetched from Debian ${suite}`, passed: false };
  const { output } = await runCommand(server, ['--version'], { signal: stopRequest });
  const found = /v(\d+\.\d+\.\d+)/.exec(output)?.[1] ?? '';
  // The newest moves on: what was tested is said, and no older one passes for it.
  console.log(`\nTesting with nats-server ${found}`);
  const env = { ...process.env, PATH: `${dirname(server)}${delimiter}${process.env.PATH ?? ''}` };
  const child = spawn(process.execPath, [join(repositoryRoot, 'tools', 'test.ts'), ...patterns], {
    cwd: repositoryRoot,
    stdio: 'inherit',
    env,
  });
  stopRequest.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  const [code] = (await once(child, 'exit')) as [number | null];
  const isMeant = found.localeCompare(version, 'en', { numeric: true }) >= 0;
  return { outcome: `nats-server ${found}: ${code === 0 && isMeant ? 'passed' : 'FAILED'}`, passed: code === 0 && isMeant };
}
