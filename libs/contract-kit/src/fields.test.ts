import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { DateBound, Id, Instant, isUuid, QueryBoolean, queryInteger, queryList, tenantId } from './index.ts';

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

describe('an instant', () => {
  it.each([
    ['UTC', '2026-01-31T08:00:00Z', '2026-01-31T08:00:00.000Z'],
    ['an offset east', '2026-01-01T00:30:00+05:30', '2025-12-31T19:00:00.000Z'],
    ['an offset west', '2025-12-31T23:30:00-08:00', '2026-01-01T07:30:00.000Z'],
    ['the widest offset', '2026-01-01T00:00:00+23:59', '2025-12-31T00:01:00.000Z'],
    ['more digits than it keeps', '2026-01-01T00:00:00.123456789Z', '2026-01-01T00:00:00.123Z'],
    ['absurdly many digits', `2026-01-01T00:00:00.${'1'.repeat(5000)}Z`, '2026-01-01T00:00:00.111Z'],
    ['a leap day', '2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
    ['the first there is', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['the last there is', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('is kept in UTC: %s', (_, text, utc) => {
    expect(Instant.parse(text)).toBe(utc);
  });

  it.each([
    ['a day that is not', '2026-02-30T00:00:00Z'],
    ['a leap day in another year', '2025-02-29T00:00:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['hour 24', '2026-01-01T24:00:00Z'],
    ['year 0', '0000-06-01T00:00:00Z'],
    ['year 0 by its offset', '0001-01-01T00:00:00+14:00'],
    ['year 10000 by its offset', '9999-12-31T23:59:59-14:00'],
    ['the last instant of JavaScript', '+275760-09-13T00:00:00.000Z'],
    ['an offset beyond a day', '2026-01-01T00:00:00+24:00'],
    ['no offset', '2026-01-01T00:00:00'],
    ['a blank for the T', '2026-01-01 00:00:00Z'],
    ['a line feed behind it', '2026-01-01T00:00:00Z\n'],
    ['a number', 1_767_225_600_000],
    ['null', null],
    ['a list', ['2026-01-01T00:00:00Z']],
  ])('is refused, not crashed on: %s', (_, value) => {
    expect(accepts(Instant, value)).toBe(false);
  });

  it('is either refused or a text that Postgres can store, whatever comes in', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        ),
        (text) => {
          const parsed = Instant.safeParse(text);
          if (parsed.success) expect(parsed.data).toMatch(/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        },
      ),
    );
  });
});

describe('a bound of a date filter', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-01-31T08:00:00+02:00', '2026-01-31T06:00:00.000Z'],
    ['9999-12-31', '9999-12-31T00:00:00.000Z'],
  ])('%s begins at %s', (text, utc) => {
    expect(DateBound.parse(text)).toBe(utc);
  });

  it.each(['2026-02-30', '2025-02-29', '0000-01-01', '275760-09-13', '2026-1-1', '01/31/2026', 'yesterday', ''])('refuses %s', (text) => {
    expect(accepts(DateBound, text)).toBe(false);
  });
});

describe('a boolean in a query string', () => {
  it('is one of two words', () => {
    expect(QueryBoolean.parse('true')).toBe(true);
    expect(QueryBoolean.parse('false')).toBe(false);
  });

  it.each(['TRUE', '1', '0', 'yes', '', ['true', 'false'], true])('is not %p', (value) => {
    expect(accepts(QueryBoolean, value)).toBe(false);
  });
});

describe('a whole number in a query string', () => {
  const number = queryInteger({ min: 1, max: 100, default: 25 });

  it.each([
    ['1', 1],
    ['100', 100],
    ['007', 7],
    [undefined, 25],
  ])('%p is %p', (text, value) => {
    expect(number.parse(text)).toBe(value);
  });

  it.each(['0', '101', '-1', '1.5', '1e2', '0x10', ' 1', '', 'x', '99999999999999999999', ['1', '2']])('is not %p', (text) => {
    expect(accepts(number, text)).toBe(false);
  });
});

describe('a list in a query string', () => {
  const list = queryList(z.enum(['a', 'b', 'c']));

  it.each([
    ['with commas', 'a,b', ['a', 'b']],
    ['repeated', ['a', 'b'], ['a', 'b']],
    ['both', ['a', 'b,c'], ['a', 'b', 'c']],
    ['with blanks and gaps', ' a , ,b,', ['a', 'b']],
    ['as JSON', '["a", "b"]', ['a', 'b']],
    ['as JSON without anything in it', ' [] ', undefined],
  ])('comes %s', (_, value, parsed) => {
    expect(list.parse(value)).toEqual(parsed);
  });

  it.each(['["a", 1]', '["a"', '{"a":"b"}', '["\\u0000"]'])('is no JSON list but text where it is not one of strings: %s', (value) => {
    expect(queryList(z.string()).parse(value)).toEqual(value.split(',').map((part) => part.trim()));
  });

  it.each(['', ',', [], ['', '']])('counts as absent when nothing is in it: %p', (value) => {
    expect(list.parse(value)).toBeUndefined();
  });

  it.each([' ', '\t', ' , ', ['', ' ']])('is wrong when it consists of blanks: %j', (value) => {
    expect(accepts(list, value)).toBe(false);
  });

  it('takes only what its element takes, and a hundred of it', () => {
    expect(accepts(list, 'a,x')).toBe(false);
    expect(accepts(list, Array.from({ length: 100 }, () => 'a').join(','))).toBe(true);
    expect(accepts(list, Array.from({ length: 101 }, () => 'a').join(','))).toBe(false);
  });
});

describe('an identifier', () => {
  it('is a UUID of any version, and nothing around it', () => {
    for (const id of [
      '0199aa00-0000-7000-8000-000000000001',
      '00000000-0000-0000-0000-000000000000',
      'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    ]) {
      expect(accepts(Id, id)).toBe(true);
      expect(isUuid(id)).toBe(true);
    }
    for (const id of [
      '',
      '1',
      "0199aa00-0000-7000-8000-000000000001'",
      '{0199aa00-0000-7000-8000-000000000001}',
      '0199aa000000700080000000000000001',
      ['x'],
    ]) {
      expect(accepts(Id, id)).toBe(false);
    }
  });

  it('reads an id in lower case, as it is stored and told of', () => {
    expect(Id.parse('0199AA00-0000-7000-8000-00000000000A')).toBe('0199aa00-0000-7000-8000-00000000000a');
  });

  it('of a tenant is one spelling, because it is compared as text', () => {
    expect(tenantId('0199AA00-0000-7000-8000-00000000000A')).toBe('0199aa00-0000-7000-8000-00000000000a');
    expect(() => tenantId("'; drop table x")).toThrow(TypeError);
  });
});
