import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkOutReleased } from '../chaos/released-version.ts';
import { bundlesFolder } from '../local/bundle-place.ts';
import { bundleServices } from '../local/bundle-services.ts';
import { databaseServices } from '../local/services.ts';
import { removeHome } from '../local/temporary-home.ts';
import { browserEnvironment } from '../testing/ensure-browser.ts';
import { createTestHome } from '../testing/test-home.ts';
import { startTestServers } from '../testing/test-servers.ts';
import { excludedTests } from './excluded-tests.ts';
import { MIGRATE_FORWARD, withForwardMigrations } from './migrate-forward.ts';

export interface ReleasedTestsOptions {
  readonly services: readonly string[];
  /** A tag or commit; the version released last when undefined. */
  readonly revision: string | undefined;
  /** Part of the names of test files; all when undefined. */
  readonly tests: string | undefined;
  readonly signal: AbortSignal;
}

/** What came of one service's tests. */
export interface ReleasedTestsResult {
  readonly service: string;
  readonly passed: number;
  /** Tests that were left out: `excluded-tests.ts` says why. */
  readonly excluded: number;
  /** Full names, and files that could not be loaded. */
  readonly failed: readonly string[];
}

const JestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** Checks the released version out, and runs its services' tests on databases that were brought to this version's tables. */
export async function runReleasedTests({ services, revision, tests = '', signal }: ReleasedTestsOptions): Promise<ReleasedTestsResult[]> {
  await bundleServices(databaseServices.filter(({ name }) => services.includes(name)));
  const browser = await browserEnvironment(process.env, console.error);
  const released = await checkOutReleased(revision);
  const home = createTestHome();
  try {
    migrateForward(released.root);
    const servers = await startTestServers(home, process.env, signal);
    try {
      console.log(`Tests of ${released.commit.slice(0, 10)} on this version's tables`);
      const results: ReleasedTestsResult[] = [];
      for (const service of services) {
        signal.throwIfAborted();
        const report = join(released.root, `${service}.report.json`);
        const env = { ...process.env, ...servers.environment, ...browser, PSA_NEXT_BUNDLES: bundlesFolder };
        await runJest(released.root, `apps/${service}/.*${tests}`, report, env, signal);
        results.push(resultOf(service, released.root, report));
      }
      return results;
    } finally {
      await servers.stop();
    }
  } finally {
    removeHome(home);
    released.remove();
  }
}

/** Has the released test kit bring its databases to this version's tables. */
function migrateForward(root: string): void {
  const kit = join(root, 'libs/test-kit/src');
  const file = join(kit, 'test-database.ts');
  writeFileSync(file, withForwardMigrations(readFileSync(file, 'utf8')));
  writeFileSync(join(kit, 'migrate-forward.ts'), MIGRATE_FORWARD);
}

async function runJest(root: string, pattern: string, report: string, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const jest = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      join(root, 'node_modules/jest/bin/jest.js'),
      pattern,
      '--json',
      `--outputFile=${report}`,
      '--maxWorkers=2',
      // What migrates its database in a process of its own takes longer.
      '--testTimeout=60000',
    ],
    { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'], signal },
  );
  await once(jest, 'exit');
}

function resultOf(service: string, root: string, report: string): ReleasedTestsResult {
  if (!existsSync(report)) return { service, passed: 0, excluded: 0, failed: ['Jest wrote no report'] };
  const { testResults } = JestReport.parse(JSON.parse(readFileSync(report, 'utf8')));
  const failed: string[] = [];
  let [passed, excluded] = [0, 0];
  for (const { name, message, assertionResults } of testResults) {
    const file = name.slice(root.length + 1);
    if (assertionResults.length === 0) failed.push(`${file}: ${message ?? 'no tests'}`);
    for (const { fullName, status } of assertionResults) {
      if (status === 'passed') passed++;
      else if (status !== 'failed') excluded++;
      else if (excludedTests.some((one) => file === one.file && fullName.includes(one.name))) excluded++;
      else failed.push(`${file}: ${fullName}`);
    }
  }
  return { service, passed, excluded, failed };
}
