import { describe, expect, it } from '@jest/globals';
import { bytes, calendarDate, gigabytes, serialNumber } from './tactical-rmm.mapping.ts';

describe('what Tactical RMM reports', () => {
  it.each<[string | null, number | null]>([
    ['0 B', 0],
    ['512 B', 512],
    ['12 kB', 12_288],
    ['1.5 MB', 1_572_864],
    ['2 GiB', 2_147_483_648],
    ['59.5G', 63_887_638_528],
    ['1T', 1_099_511_627_776],
    [null, null],
    ['', null],
    ['n/a', null],
    ['-1 B', null],
    ['1e9', null],
    ['1,5 MB', null],
  ])('%s is a size of %s bytes', (text, expected) => expect(bytes(text)).toBe(expected));

  it.each<[string | null, number | null]>([
    ['59.5G', 59.5],
    ['1.8T', 1843.2],
    ['512M', 0.5],
    [null, null],
    ['unknown', null],
  ])('%s is %s gigabytes', (text, expected) => expect(gigabytes(text)).toBe(expected));

  it.each<[string | null, string | null]>([
    ['2020-11-13', '2020-11-13T00:00:00.000Z'],
    ['2021-05-04 00:00:00 +0000 UTC', '2021-05-04T00:00:00.000Z'],
    ['01-1-01 00:00:00 +0000 UTC', null],
    ['0001-01-01', null],
    ['1970-01-01', null],
    ['2020-13-45', null],
    ['yesterday', null],
    ['', null],
    [null, null],
  ])('%s is the date %s', (text, expected) => expect(calendarDate(text)).toBe(expected));

  it.each(['To be filled by O.E.M.', 'Default string', 'NONE', 'n/a', '0', '123456789'])('%s is no serial number', (text) =>
    expect(serialNumber(text)).toBeNull(),
  );
  it('but this is one', () => expect(serialNumber('PF-3XK2M')).toBe('PF-3XK2M'));
});
