import { describe, expect, it } from '@jest/globals';
import { readSettings } from '@psa/service-kit';
import { assetsSettings } from './assets-settings.ts';

const thresholds = (text?: string) => readSettings(assetsSettings, { PSA_WARRANTY_THRESHOLDS_DAYS: text }).PSA_WARRANTY_THRESHOLDS_DAYS;

describe('the thresholds of warranties', () => {
  it.each([
    [undefined, [1, 7, 30, 60, 90]],
    ['', [1, 7, 30, 60, 90]],
    ['30', [30]],
    ['14, 3,14', [3, 14]],
    ['9999,1000,30', [30, 1000, 9999]],
  ])('%s are read in ascending order, each once', (text, days) => {
    expect(thresholds(text)).toEqual(days);
  });

  it.each(['0', '30,', 'a month', '-1', '1.5', '10000', Array.from({ length: 21 }, (_, index) => index + 1).join()])(
    '%s is refused',
    (text) => {
      expect(() => thresholds(text)).toThrow('PSA_WARRANTY_THRESHOLDS_DAYS: must be up to 20 numbers of days');
    },
  );
});
