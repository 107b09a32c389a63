/** A part of a guide that can be run. */
export interface GuideBlock {
  readonly language: 'sh' | 'ts';
  readonly code: string;
  /** Texts of which each must be in the output, in this order: the lines that begin with an arrow in a comment. */
  readonly expected: readonly string[];
  /** Where it begins, for who has to mend it. */
  readonly line: number;
}

const FENCED = /^```(sh|ts)\n([^]*?)^```$/gm;
const EXPECTED = /^(?:#|\/\/) → (.+)$/gm;

/** The blocks of a guide that are run, in their order. Blocks of other languages are for the reader alone. */
export function guideBlocks(text: string): GuideBlock[] {
  return [...text.matchAll(FENCED)].map(({ 1: language, 2: code = '', index }) => ({
    language: language as GuideBlock['language'],
    code,
    expected: [...code.matchAll(EXPECTED)].map(([, line = '']) => line),
    line: text.slice(0, index).split('\n').length,
  }));
}

/** The first text that is not in the output after those before it; undefined when all are. */
export function missingIn(output: string, expected: readonly string[]): string | undefined {
  let from = 0;
  return expected.find((text) => {
    const at = output.indexOf(text, from);
    if (at >= 0) from = at + text.length;
    return at < 0;
  });
}
