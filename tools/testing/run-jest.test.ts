import { expect, test } from '@jest/globals';
import { closingLine } from './run-jest.ts';

test.each([
  [{ passed: 1234, failed: 0, skipped: 0 }, '1234 passed, 0 failed'],
  [{ passed: 1234, failed: 0, skipped: 2 }, '1234 passed, 0 failed, 2 skipped'],
  [{ passed: 0, failed: 3, skipped: 0 }, '0 passed, 3 failed'],
])('%o closes the output as: %s', (counts, line) => {
  expect(closingLine(counts)).toBe(line);
});
