import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rawMail } from './testing/message.fixtures.ts';
import { parseMime } from './resources/mail/mime-parser.ts';

const LINES = 50_000;

describe('the MIME parser', () => {
  const { Blob } = globalThis;
  /** How many pieces each Blob was made of. */
  const pieces: number[] = [];
  beforeAll(() => {
    globalThis.Blob = class extends Blob {
      constructor(parts: ConstructorParameters<typeof Blob>[0] = [], options: ConstructorParameters<typeof Blob>[1] = {}) {
        const all = [...parts];
        pieces.push(all.length);
        super(all, options);
      }
    };
  });
  afterAll(() => {
    globalThis.Blob = Blob;
  });

  it('keeps the lines of an unencoded text in few pieces, and loses none', async () => {
    const text = Array.from({ length: LINES }, (_, line) => `Line ${line}`).join('\n');
    const parsed = await parseMime(rawMail({ text }), {});
    expect(parsed.text?.trimEnd()).toBe(text);
    expect(pieces.length).toBeGreaterThan(0);
    expect(Math.max(...pieces)).toBeLessThan(LINES / 10);
  });
});
