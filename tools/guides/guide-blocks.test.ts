import { describe, expect, it } from '@jest/globals';
import { guideBlocks, missingIn } from './guide-blocks.ts';

describe('the blocks of a guide', () => {
  it('are those of the languages that can be run, with what is expected of them', () => {
    const text = '# T\n\n```sh\necho a\n# → a\n```\n\n```\nnpm install\n```\n\n```ts\nconst x = 1; // → no\n// → b\n// → c\n```\n';
    expect(guideBlocks(text)).toEqual([
      { language: 'sh', code: 'echo a\n# → a\n', expected: ['a'], line: 3 },
      { language: 'ts', code: 'const x = 1; // → no\n// → b\n// → c\n', expected: ['b', 'c'], line: 12 },
    ]);
  });

  it.each([
    ['all are there', ['a', 'b'], undefined],
    ['one is not', ['a', 'x'], 'x'],
    ['they come in another order', ['b', 'a'], 'a'],
    ['one is expected twice', ['b', 'b'], 'b'],
  ])('tell what is missing in the output when %s', (_, expected, missing) => {
    expect(missingIn('a b', expected)).toBe(missing);
  });
});
