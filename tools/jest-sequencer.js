import TestSequencer from '@jest/test-sequencer';

/** Tests that run programs of their own, the longest first: two at a time would slow each other, and all the rest, down. */
const OF_MANY_PROCESSES = [
  '/tools/e2e/faults.',
  '/tools/e2e/product.',
  '/tools/new/',
  '/tools/deploy/image-files.',
  '/tools/generate/',
  '/tools/operator/psa.',
  '/tools/e2e/sign-in-pages.',
  '/tools/e2e/restored-backup.',
];

/** Other files that take a minute or more. */
const LONG = '/derived.test.ts';

/** Files between two of many processes: about as many as the other workers get through meanwhile. */
const BETWEEN = 50;

/**
 * Begins with the files that take long, so that none of them runs alone at the end, and spreads those of many processes. Jest learns by
 * itself how long files take, but a fresh checkout has had no run yet: there it would go by their size. Jest itself loads this, hence
 * JavaScript.
 */
export default class LongestFirst extends TestSequencer {
  /** @param {import('@jest/test-result').Test[]} tests */
  async sort(tests) {
    const sorted = await super.sort(tests);
    const heavy = OF_MANY_PROCESSES.flatMap((part) => sorted.filter(({ path }) => path.includes(part)));
    const others = sorted.filter((test) => !heavy.includes(test));
    const queue = [...others.filter(({ path }) => path.endsWith(LONG)), ...others.filter(({ path }) => !path.endsWith(LONG))];
    const spread = heavy.flatMap((test, index) => [test, ...queue.slice(index * BETWEEN, (index + 1) * BETWEEN)]);
    return [...spread, ...queue.slice(heavy.length * BETWEEN)];
  }
}
