import fc from 'fast-check';

// Jest itself loads this, hence JavaScript. A mutant is killed by the first counterexample: shrinking it takes most of the time, and
// nobody reads it. Fewer runs find nearly all of what more of them find. The same seed each time makes a score repeatable.
fc.configureGlobal({ endOnFailure: true, numRuns: 50, seed: 1 });
process.env.PSA_PROPERTY_RUNS ??= '50';
