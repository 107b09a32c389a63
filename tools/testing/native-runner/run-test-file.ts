import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JestEnvironment } from '@jest/environment';
import { type AssertionResult, createEmptyTestResult, type TestResult } from '@jest/test-result';
import type { Circus, Config } from '@jest/types';
import { getState, resetState, run } from 'jest-circus';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import { expect, jest } from './jest-globals.ts';

const GLOBALS = pathToFileURL(join(import.meta.dirname, 'jest-globals.ts')).href;

/** What the address of a module of the product gets while a file runs that has modules of its own. */
let ownModules = '';

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
    const resolved = next(specifier, context);
    const isOurs = resolved.url.startsWith('file:') && !resolved.url.includes('/node_modules/');
    return isOurs && ownModules !== '' ? { ...resolved, url: `${resolved.url}?${ownModules}` } : resolved;
  },
});

/**
 * Jest's `testRunner`: runs one file by jest-circus, its modules loaded by Node itself. Jest's own loader makes every module anew for
 * each file, half of a file's time; here a worker has each module once, compiled, and its test files share what modules keep (see
 * docs/decisions/0120-tests-by-nodes-loader.md). What a file changed in the process is put back. A file `*.isolated.test.ts` has modules
 * of the product of its own, and may change them.
 */
export default async function runTestFile(
  globalConfig: Config.GlobalConfig,
  config: Config.ProjectConfig,
  environment: JestEnvironment,
  _runtime: unknown,
  testPath: string,
): Promise<TestResult> {
  resetState();
  configure(getState(), globalConfig);
  expect.setState({ testPath, expand: globalConfig.expand });
  const restore = keepProcess();
  globalThis.console = environment.global.console;
  process.on('uncaughtException', failRunningTest);
  if (testPath.endsWith('.isolated.test.ts')) ownModules = `modules=${String(Date.now())}`;
  try {
    for (const setup of config.setupFilesAfterEnv) await import(pathToFileURL(setup).href);
    await import(pathToFileURL(testPath).href);
    return testResultOf(await run(), globalConfig, config, testPath);
  } finally {
    ownModules = '';
    process.off('uncaughtException', failRunningTest);
    jest.restoreAllMocks();
    restore();
  }
}

function configure(state: Circus.State, { testTimeout, testNamePattern, maxConcurrency, expand }: Config.GlobalConfig): void {
  if (testTimeout !== undefined) state.testTimeout = testTimeout;
  if (testNamePattern) state.testNamePattern = new RegExp(testNamePattern, 'i');
  Object.assign(state, { maxConcurrency, expand });
}

/** Notes what test files set for the process as a whole; the answer puts it back. */
function keepProcess(): () => void {
  const { console } = globalThis;
  const env = { ...process.env };
  return () => {
    globalThis.console = console;
    for (const name of Object.keys(process.env)) if (!Object.hasOwn(env, name)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, env);
  };
}

/** An error that nobody caught counts for the test that is running, or for the file. */
function failRunningTest(error: Error): void {
  const { currentlyRunningTest, unhandledErrors } = getState();
  (currentlyRunningTest?.errors ?? unhandledErrors).push(error);
}

function testResultOf(
  { testResults, unhandledErrors }: Circus.RunResult,
  globalConfig: Config.GlobalConfig,
  config: Config.ProjectConfig,
  testFilePath: string,
): TestResult {
  const assertions = testResults.map(assertionOf);
  const count = (status: AssertionResult['status']) => assertions.filter((assertion) => assertion.status === status).length;
  const messages = [
    formatResultsErrors(assertions, config, globalConfig, testFilePath),
    ...unhandledErrors.map((error) => formatExecError(new Error(error), config, globalConfig)),
  ].filter((message) => message !== null);
  return {
    ...createEmptyTestResult(),
    failureMessage: messages.length > 0 ? messages.join('\n\n') : null,
    numPassingTests: count('passed'),
    numFailingTests: count('failed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    ...(unhandledErrors.length > 0 && { testExecError: { message: '', stack: unhandledErrors.join('\n') } }),
    testFilePath,
    testResults: assertions,
  };
}

function assertionOf({ testPath, status, errors, startedAt, ...test }: Circus.TestResult): AssertionResult {
  // The first is the name of the file's own block.
  const names = testPath.slice(1).map(String);
  return {
    ...test,
    ancestorTitles: names.slice(0, -1),
    title: names.at(-1) ?? '',
    fullName: names.join(' '),
    status: status === 'skip' ? 'pending' : status === 'todo' ? 'todo' : errors.length > 0 ? 'failed' : 'passed',
    // That they were called from here says nothing.
    failureMessages: errors.map((error) => error.replaceAll(/\n *at [^\n]*run-test-file[^\n]*/g, '')),
    // With the errors themselves at hand their stacks would be shown, and not the messages.
    failureDetails: [],
    startAt: startedAt ?? null,
  };
}
