import { writeFileSync } from 'node:fs';

/** Leaves the counts of a test run in the file that PSA_TEST_SUMMARY_FILE names. Jest itself loads it, hence JavaScript. */
export default class JestSummaryReporter {
  /**
   * @param {unknown} _contexts
   * @param {import('@jest/reporters').AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    const file = process.env.PSA_TEST_SUMMARY_FILE;
    if (!file) return;
    writeFileSync(
      file,
      JSON.stringify({
        passed: results.numPassedTests,
        failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
        skipped: results.numPendingTests + results.numTodoTests,
      }),
    );
  }
}
