import fc from 'fast-check';
import { corpus, type CorpusMail } from './index.ts';

/** Mails made of those of the corpus: bytes cut, doubled, moved and overwritten. */
export const brokenMail = fc
  .record({
    base: fc.nat(corpus.length - 1),
    other: fc.nat(corpus.length - 1),
    steps: fc.array(
      fc.record({
        kind: fc.constantFrom('cut', 'double', 'overwrite', 'splice', 'break'),
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        length: fc.nat(200),
        byte: fc.nat(255),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ base, other, steps }) => {
    let raw = (corpus[base] as CorpusMail).raw.subarray(0, 20_000);
    const donor = (corpus[other] as CorpusMail).raw.subarray(0, 20_000);
    for (const { kind, at, length, byte } of steps) {
      const from = Math.floor(at * raw.length);
      const [head, piece, tail] = [raw.subarray(0, from), raw.subarray(from, from + length), raw.subarray(from + length)];
      if (kind === 'cut') raw = Buffer.concat([head, tail]);
      else if (kind === 'double') raw = Buffer.concat([head, piece, piece, tail]);
      else if (kind === 'overwrite') raw = Buffer.concat([head, Buffer.alloc(piece.length, byte), tail]);
      else if (kind === 'splice') raw = Buffer.concat([head, donor.subarray(0, length * 4), tail]);
      else raw = Buffer.concat([head, Buffer.from('\r\n'), piece, tail]);
    }
    return raw;
  });
