import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import type { MutationModule } from './modules.ts';
import { type MutationScore, scoreOf } from './mutation-score.ts';

export interface MutationRun {
  /** Folder of the reports: `<module>.html` for a browser, `<module>.json` for the next run. */
  readonly reports: string;
  /** Whether mutants keep their result from the run before, where neither they nor their tests have changed. */
  readonly incremental: boolean;
  /** Processes that run tests at the same time. */
  readonly concurrency: number;
}

const SETUP = 'tools/mutation/jest-setup.js';
/** Files outside the packages that Jest loads. */
const NEEDED = ['jest.config.js', 'package.json', 'tools/jest-sequencer.js', SETUP];

/** A mutant is switched on within the globals that Jest makes for each file. */
const JEST_LOADER = {
  testRunner: 'jest-circus/runner',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        jsc: { target: 'es2024', parser: { syntax: 'typescript' }, transform: { verbatimModuleSyntax: true } },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
};

/**
 * Changes one place of a module at a time and runs its tests on each change, in a copy of its packages: the checkout stays as it is.
 * Prints the changes that no test notices. The working directory must be the root of the repository.
 */
export async function mutateModule(
  { name, mutate, tests }: MutationModule,
  { reports, incremental, concurrency }: MutationRun,
): Promise<MutationScore> {
  const folder = mkdtempSync(join(tmpdir(), 'psa-mutation-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Stryker ends the process when it is interrupted.
  process.once('exit', remove);
  try {
    const stryker = new Stryker({
      mutate: [...mutate, '!**/*.test.ts'],
      ignorePatterns: ['**', ...[...NEEDED, ...packagesOf([...mutate, ...tests]).map((path) => `${path}/**`)].map((path) => `!${path}`)],
      tempDirName: folder,
      testRunner: 'jest',
      plugins: ['@stryker-mutator/jest-runner'],
      testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      jest: {
        projectType: 'custom',
        configFile: 'jest.config.js',
        config: { ...JEST_LOADER, testMatch: tests.map((glob) => `<rootDir>/${glob}`), setupFiles: [`<rootDir>/${SETUP}`] },
      },
      coverageAnalysis: 'perTest',
      concurrency,
      // A timeout counts as killed: a busy machine must not pass for an endless loop.
      timeoutMS: 10_000,
      timeoutFactor: 2,
      reporters: ['clear-text', 'html', process.stdout.isTTY ? 'progress' : 'progress-append-only'],
      htmlReporter: { fileName: join(reports, `${name}.html`) },
      incremental: true,
      incrementalFile: join(reports, `${name}.json`),
      force: !incremental,
      clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: true, skipFull: true },
      allowEmpty: false,
      disableTypeChecks: false,
      thresholds: { high: 95, low: 85, break: null },
    });
    return scoreOf(name, await stryker.runMutationTest());
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** The folders of the packages that globs point into. */
function packagesOf(globs: readonly string[]): string[] {
  const folders = globs.map((glob) => /^!?((?:libs\/contracts|libs|apps)\/[^/]+)\//.exec(glob)?.[1]).filter((path) => path !== undefined);
  return [...new Set(folders)];
}
