import { describe, expect, it } from '@jest/globals';
import { isTimeZone } from './time-zone.ts';

describe('Time zones', () => {
  it('are known by every name of the IANA database', () => {
    for (const name of ['UTC', 'Europe/Berlin', 'Asia/Calcutta', 'Asia/Kolkata', 'Etc/GMT+5']) expect(isTimeZone(name)).toBe(true);
  });

  it('are no offsets and nothing else', () => {
    for (const name of ['', '+02:00', '-0500', 'Mars/Olympus', 'local']) expect(isTimeZone(name)).toBe(false);
  });
});
