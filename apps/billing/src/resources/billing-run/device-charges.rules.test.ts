import { describe, expect, it } from '@jest/globals';
import { deviceCharges, type DeviceTerms } from './device-charges.rules.ts';

const JULY = { start: '2026-07-01', end: '2026-07-02' };
const terms = (given: Partial<DeviceTerms> = {}): DeviceTerms => ({
  client_contract_line_id: 'assigned',
  contract_line_id: 'line',
  contract_line_name: 'Care',
  location_id: null,
  service_id: 'device',
  asset_type: null,
  rate: 2_500,
  minimum: 0,
  by_days: false,
  billing_frequency: 'monthly',
  billing_timing: 'arrears',
  cadence_owner: 'client',
  client_anchor: {},
  anchor_date: '2026-01-01',
  active: [
    { start: '2026-01-01', end: '2026-06-04' },
    { start: '2026-06-28', end: null },
  ],
  ...given,
});
const device = (starts_on: string, ends_on: string | null = null) => ({ asset_type: 'workstation', starts_on, ends_on });

describe('devices of a line that was inactive in between', () => {
  const devices = [device('2026-01-01'), device('2026-06-10', '2026-06-20'), device('2026-06-29')];
  const counted = (given: Partial<DeviceTerms>) => deviceCharges(terms(given), devices, JULY).map(({ millionths }) => millionths);

  it('count by days on the active ones alone', () => {
    // Six days of the one, two of the other, of thirty.
    expect(counted({ by_days: true })).toEqual([266_667n]);
  });

  it('count once where they do not count by days, as do those billed at least', () => {
    expect(counted({})).toEqual([2_000_000n]);
    expect(counted({ minimum: 5 })).toEqual([5_000_000n]);
  });

  it('are none for a period without an active day', () => {
    expect(counted({ active: [{ start: '2026-01-01', end: '2026-06-01' }], minimum: 5 })).toEqual([]);
  });
});
