import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { readIfExists } from '../local/read-if-exists.ts';
import { repositoryRoot } from '../local/repository-root.ts';

export interface JestRun {
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Where the summary reporter leaves its counts. */
  summaryFile: string;
  signal: AbortSignal;
}

/** Counts of single tests; a file that could not even be loaded is one that failed. */
export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Runs Jest in the foreground; `counts` is missing when it did not come to running tests. */
export async function runJest({ args, env, summaryFile, signal }: JestRun): Promise<{ exitCode: number; counts?: TestCounts }> {
  const jest = join(repositoryRoot, 'node_modules', 'jest', 'bin', 'jest.js');
  // One more than the cores of the smallest machine: a third of a test's time it waits for servers.
  const workers = args.some((argument) => /^(--maxWorkers|-w|--runInBand|-i$)/.test(argument)) ? [] : ['--maxWorkers=3'];
  const reporter = join(repositoryRoot, 'tools', 'jest-summary-reporter.js');
  // The caller's words come first: after --reporters, which takes several, a path would count as one more of them.
  const child = spawn(process.execPath, [jest, ...args, ...workers, '--reporters=default', `--reporters=${reporter}`], {
    cwd: repositoryRoot,
    stdio: 'inherit',
    env: { ...env, PSA_TEST_SUMMARY_FILE: summaryFile },
  });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, killedBy) => resolve(code ?? 128 + constants.signals[killedBy ?? 'SIGKILL']));
  });
  signal.removeEventListener('abort', stop);
  const text = readIfExists(summaryFile);
  return { exitCode, ...(text !== undefined && { counts: JSON.parse(text) as TestCounts }) };
}

/** `12 passed, 0 failed`, and how many were skipped when there are any. */
export function closingLine({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
