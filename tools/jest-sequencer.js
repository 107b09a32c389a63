import TestSequencer from '@jest/test-sequencer';

/** Test files that take a minute or more, by a part of their paths. */
const LONG = ['/derived.test.ts', '/tools/new/', '/tools/e2e/', '/tools/deploy/image-files', '/tools/generate/', '/tools/operator/psa'];

const isLong = ({ path }) => LONG.some((part) => path.includes(part));

/**
 * Begins with the files that take long, so that none of them runs alone at the end. Jest learns that by itself from the run before,
 * which a fresh checkout has not had: there it would go by the size of the files. Jest itself loads it, hence JavaScript.
 */
export default class LongestFirst extends TestSequencer {
  /** @param {import('@jest/test-result').Test[]} tests */
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
