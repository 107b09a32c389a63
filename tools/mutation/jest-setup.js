import { runInThisContext } from 'node:vm';
import fc from 'fast-check';

// Jest itself loads this, hence JavaScript. A mutant is killed by the first counterexample: shrinking it takes most of the time, and
// nobody reads it. Fewer runs find nearly all of what more of them find. The same seed each time makes a score repeatable.
fc.configureGlobal({ endOnFailure: true, numRuns: 50, seed: 1 });
process.env.PSA_PROPERTY_RUNS ??= '50';

// Jest gives each file globals of its own, and the clock that tests set is that of Node's.
const outer = runInThisContext('globalThis');
Object.defineProperty(globalThis, 'Date', { configurable: true, get: () => outer.Date });
