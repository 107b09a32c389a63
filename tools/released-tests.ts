import { parseArgs } from 'node:util';
import { databaseServices } from './local/services.ts';
import { Refusal } from './local/refusal.ts';
import { onStopRequest } from './local/stop-request.ts';
import { runReleasedTests } from './released/run-released-tests.ts';

/**
 * Runs the tests of the version released last on this version's tables: `npm run released-tests`, before each release. While a release
 * replaces another, both run on the newer tables, so what fails here would fail for callers.
 */
const { values: options } = parseArgs({
  options: {
    /** A tag or commit; the version that docs/released was made of when absent. */
    revision: { type: 'string' },
    /** Names, separated by commas; all when absent. */
    services: { type: 'string' },
    /** Part of the names of test files; all when absent. */
    tests: { type: 'string' },
  },
});
const names = options.services?.split(',') ?? databaseServices.map(({ name }) => name);

try {
  const unknown = names.filter((name) => !databaseServices.some((service) => service.name === name));
  if (unknown.length > 0) throw new Refusal(`There is no service ${unknown.join(', ')}.`);
  const results = await runReleasedTests({ services: names, revision: options.revision, tests: options.tests, signal: onStopRequest() });
  for (const { service, passed, excluded, failed } of results) {
    console.log(`${service}: ${passed} passed, ${failed.length} failed, ${excluded} excluded`);
    for (const name of failed) console.log(`  FAILED ${name}`);
  }
  process.exitCode = results.every(({ passed, failed }) => failed.length === 0 && passed > 0) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
