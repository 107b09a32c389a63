import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { asIssue, columnsOf, type ImportShape, readRows, withoutFaults } from './read-rows.ts';

const Row = z.object({ name: z.string().min(2), email: z.email().optional(), size: z.string().optional() });
const shape: ImportShape<z.infer<typeof Row>> = {
  schema: Row,
  aliases: { full_name: 'name', e_mail: 'email' },
  required: ['name'],
  unique: ['email'],
};
const columns = (header: readonly string[], mapping: Record<string, string> = {}) => columnsOf(header, shape, mapping);
/** Rows below a header of name, e-mail and size. */
const read = (...rows: readonly (readonly string[])[]) =>
  readRows(
    { header: ['name', 'email', 'size'], rows: rows.map((cells, index) => ({ number: index + 2, cells })) },
    ['name', 'email', 'size'],
    shape,
  );

describe('the columns of a file', () => {
  it.each<[string, string[], Record<string, string>, (string | undefined)[]]>([
    ['by the names of members', ['size', 'name'], {}, ['size', 'name']],
    ['however they are written', [' Full Name ', 'E-Mail', 'SIZE'], {}, ['name', 'email', 'size']],
    ['unknown ones for nothing', ['name', 'shoe'], {}, ['name', undefined]],
    ['as they are mapped', ['Who', 'name'], { Who: 'name', name: 'size' }, ['name', 'size']],
    ['left out by the empty text', ['name', 'email'], { email: '' }, ['name', undefined]],
  ])('are taken %s', (_, header, mapping, expected) => {
    expect(columns(header, mapping)).toEqual(expected);
  });

  it.each<[string, string[], Record<string, string>, object]>([
    [
      'a mapped column the file does not have',
      ['name', 'b'],
      { c: 'email' },
      { path: ['columns', 'c'], code: 'unknown_column', message: 'is no column of the file, which has "name", "b"' },
    ],
    [
      'a mapping to no member',
      ['name'],
      { name: 'shoe' },
      { path: ['columns', 'name'], code: 'unknown_member', message: 'must be one of name, email, size' },
    ],
    ['a member twice', ['Full name', 'name'], {}, { path: ['file'], code: 'repeated_column', message: 'must have the column name once' }],
    [
      'a required member that is missing',
      ['email', 'x'.repeat(60)],
      {},
      {
        path: ['file'],
        code: 'missing_column',
        message: `must have a column name; it has "email", "${'x'.repeat(50)}", which \`columns\` can map`,
      },
    ],
  ])('refuse %s', (_, header, mapping, issue) => {
    expect(() => columns(header, mapping)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR', details: [issue] }));
  });

  it('may be unknown twice', () => {
    expect(columns(['name', 'shoe', 'hat'])).toEqual(['name', undefined, undefined]);
  });
});

describe('the rows of a file', () => {
  it('are read with their numbers, empty and missing cells absent', () => {
    expect(read(['Ann', '', 'L'], ['Bob'])).toEqual({
      read: [
        { number: 2, values: { name: 'Ann', size: 'L' } },
        { number: 3, values: { name: 'Bob' } },
      ],
      faults: [],
    });
  });

  it('leave out what belongs to no column', () => {
    const file = { header: ['shoe', 'name'], rows: [{ number: 2, cells: ['44', 'Ann'] }] };
    expect(readRows(file, [undefined, 'name'], shape).read).toEqual([{ number: 2, values: { name: 'Ann' } }]);
  });

  it('are at fault by themselves, each with its number and member', () => {
    const { read: rows, faults } = read(['A', 'ann@x.example'], ['Bob', 'bob'], ['Cy', '', 'L', 'more'], ['', 'di@x.example']);
    expect(rows).toEqual([]);
    expect(faults).toEqual([
      { row: 2, field: 'name', code: 'too_small', message: expect.any(String) },
      { row: 3, field: 'email', code: 'invalid_format', message: expect.any(String) },
      { row: 4, field: '', code: 'too_many_cells', message: 'must not have more than 3 cells' },
      { row: 5, field: 'name', code: 'required', message: 'is required' },
    ]);
  });

  it('are duplicates of the first that says the same in a member of which there is one, in letters of either case', () => {
    const { read: rows, faults } = read(
      ['Ann', 'a@x.example', 'L'],
      ['Bob', 'b@x.example', 'L'],
      ['Cy', 'A@x.example'],
      ['Di', 'a@X.example'],
    );
    expect(rows).toHaveLength(4);
    expect(faults).toEqual([
      { row: 4, field: 'email', code: 'duplicate', message: 'is in row 2 already' },
      { row: 5, field: 'email', code: 'duplicate', message: 'is in row 2 already' },
    ]);
  });

  it('without the member are no duplicates of each other', () => {
    expect(read(['Ann'], ['Bob']).faults).toEqual([]);
  });

  it('stay without those at fault', () => {
    const { read: rows, faults } = read(['Ann', 'a@x.example'], ['Bob', 'a@x.example'], ['Cy']);
    expect(withoutFaults(rows, faults).map(({ number }) => number)).toEqual([2, 4]);
  });

  it('name their fault by where it is', () => {
    const fault = { row: 4, code: 'duplicate', message: 'is in row 2 already' };
    expect(asIssue({ ...fault, field: 'email' })).toEqual({ path: ['rows', 4, 'email'], code: fault.code, message: fault.message });
    expect(asIssue({ ...fault, field: '' })).toEqual({ path: ['rows', 4], code: fault.code, message: fault.message });
  });
});
