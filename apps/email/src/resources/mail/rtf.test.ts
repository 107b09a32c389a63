import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decompressRtf } from './compressed-rtf.ts';
import { readRtf } from './rtf.ts';

/** The examples of MS-OXRTFCP 3. */
const HELLO = '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0';
const REPEATED = '1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0';
const unpack = (hex: string) => decompressRtf(Buffer.from(hex, 'hex'))?.toString('latin1');

describe('compressed RTF', () => {
  it('is unpacked, also where a run refers to itself', () => {
    expect(unpack(HELLO)).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n');
    expect(unpack(REPEATED)).toBe('{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}');
  });

  it('is unpacked as far as it goes when it is cut, and to 5 MB at most', () => {
    expect(unpack(HELLO.slice(0, -20))).toMatch(/^\{\\rtf1\\ansi/);
    const bomb = Buffer.alloc(2_000_000, 0xff);
    bomb.writeUInt32LE(0xffff_ffff, 4);
    bomb.write('LZFu', 8, 'latin1');
    expect(decompressRtf(bomb)?.length).toBeLessThanOrEqual(5 * 1024 * 1024);
    expect(decompressRtf(Buffer.from('none'))).toBeUndefined();
  });
});

describe('RTF', () => {
  it.each([
    ['Unicode with what stands for it', "{\\rtf1\\uc2 \\u26085\\'93\\'fa\\uc1 \\u-10179?\\u-8704?!}", '日😀!'],
    ['nothing of pictures and fields', '{\\rtf1{\\pict\\bin3 }{\\ffd8}{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt link}}}', 'link'],
    ['groups that never end', '{\\rtf1{\\b bold', 'bold'],
    ['groups that never began', '}}}text', 'text'],
    ['50,000 groups within each other', `${'{'.repeat(50_000)}text`, ''],
  ])('says %s', (_, rtf, text) => {
    expect(readRtf(Buffer.from(rtf, 'latin1')).text).toBe(text);
  });

  it('is read whatever it is', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '\\',
      '\\*',
      "\\'",
      'f',
      '0',
      '\\u1',
      '\\htmltag',
      '\\htmlrtf',
      '\\fromhtml',
      '\\bin9',
      ' ',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(typeof readRtf(Buffer.from(pieces.join(''), 'latin1')).text).toBe('string');
      }),
    );
  });
});
