import { describe, expect, it } from '@jest/globals';
import { CountryCode, countryName, isCountryCode } from './country-code.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

describe('country codes', () => {
  it('are the 249 of ISO 3166-1, in both lengths', () => {
    const two = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode);
    const three = letters
      .flatMap((first) => letters.flatMap((second) => letters.map((third) => first + second + third)))
      .filter(isCountryCode);
    expect([two.length, three.length]).toEqual([249, 249]);
  });

  it('all have a name', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const two = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode);
    expect(two.filter((code) => names.of(code) === undefined)).toEqual([]);
  });

  it('have the same name by two letters and by three', () => {
    expect([countryName('us'), countryName('USA'), countryName('deu')]).toEqual(['United States', 'United States', 'Germany']);
    expect(() => countryName('XX')).toThrow(RangeError);
  });

  it.each(['de', 'USA', 'Gbr', ' IE '])('may be %s', (code) => {
    expect(CountryCode.safeParse(code)).toMatchObject({ success: true, data: code.trim() });
  });

  it.each(['12', 'XX', 'A', 'Germany', '', null, 7])('may not be %s', (code) => {
    expect(CountryCode.safeParse(code)).toMatchObject({
      success: false,
      error: { issues: [{ message: expect.stringContaining('must be') }] },
    });
  });
});
