import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvLines, fromSafeCell } from './csv.ts';

async function csv(columns: string[], ...pages: object[][]): Promise<string> {
  async function* read() {
    yield* pages;
  }
  let text = '';
  for await (const part of csvLines(columns, read())) text += part;
  return text;
}

const cell = async (value: unknown) => (await csv(['a'], [{ a: value }])).slice('a\r\n'.length, -'\r\n'.length);

describe('CSV', () => {
  it('begins with its columns, whether or not there are rows', async () => {
    expect(await csv(['a', 'b'])).toBe('a,b\r\n');
    expect(await csv(['b', 'a'], [{ a: 1, b: 2, c: 3 }], [], [{ a: 3 }])).toBe('b,a\r\n2,1\r\n,3\r\n');
  });

  it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', "=cmd|' /C calc'!A0"])('lets no spreadsheet run the text %p', async (text) => {
    expect((await cell(text)).replace(/^"/, '')).toMatch(/^'/);
  });

  it.each([
    ['a number', 5, '5'],
    ['a negative number', -5.25, '-5.25'],
    ['true', true, 'true'],
    ['false', false, 'false'],
    ['nothing', null, ''],
    ['undefined', undefined, ''],
    ['an empty text', '', ''],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a text', 'hällo 😀', 'hällo 😀'],
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'a "b"', '"a ""b"""'],
    ['a line end', 'a\nb', '"a\nb"'],
    ['a line end of Windows', 'a\r\nb', '"a\r\nb"'],
    ['a list', ['a', 'b'], '"[""a"",""b""]"'],
    ['an object', { a: 1 }, '"{""a"":1}"'],
  ])('writes %s so that it can be read again', async (_, value, written) => {
    expect(await cell(value)).toBe(written);
  });

  it('can be read again, cell by cell, whatever is in it', async () => {
    const part = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '＝', '＠', '"', ',', '\n', 'a', ' ');
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
          fc.string({ unit: 'grapheme' }),
        ),
        async (text) => {
          const [[read = ''] = []] = parse(await csv(['a'], [{ a: text }]), { from: 2, skip_empty_lines: false }) as string[][];
          expect(fromSafeCell(read)).toBe(text);
        },
      ),
    );
  });
});
