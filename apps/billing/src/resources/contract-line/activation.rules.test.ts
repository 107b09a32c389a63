import { describe, expect, it } from '@jest/globals';
import { addDays } from '@psa/calendar';
import fc from 'fast-check';
import { activateFrom, type Activation } from './activation.rules.ts';

const ALWAYS: Activation = { is_active: true, activation_date: null, inactive: [] };
const NEVER: Activation = { is_active: false, activation_date: null, inactive: [] };

/** Activates and deactivates by turns. */
const toggled = (from: Activation, ...changes: readonly (readonly [boolean, string])[]) =>
  changes.reduce((line, [is_active, day]) => activateFrom(line, is_active, day), from);

function isActive({ is_active, activation_date, inactive }: Activation, day: string): boolean {
  if (inactive.some(({ starts_on, ends_on }) => (starts_on === null || starts_on <= day) && day < ends_on)) return false;
  return is_active || (activation_date !== null && day < activation_date);
}

describe('the activation of a contract line', () => {
  it('keeps the days it was inactive when it is activated again', () => {
    expect(toggled(ALWAYS, [false, '2026-03-01'])).toEqual({ ...NEVER, activation_date: '2026-03-01' });
    expect(toggled(ALWAYS, [false, '2026-03-01'], [true, '2026-04-01'])).toEqual({
      is_active: true,
      activation_date: '2026-04-01',
      inactive: [{ starts_on: '2026-03-01', ends_on: '2026-04-01' }],
    });
  });

  it('on the day of its deactivation is as though it had never been deactivated', () => {
    expect(toggled(ALWAYS, [false, '2026-03-01'], [true, '2026-03-01'])).toEqual(ALWAYS);
  });

  it('for the first time keeps that it was never active before', () => {
    const activated = toggled(NEVER, [true, '2026-03-01']);
    expect(activated.inactive).toEqual([{ starts_on: null, ends_on: '2026-03-01' }]);
    expect(isActive(toggled(activated, [false, '2026-05-01']), '2026-02-28')).toBe(false);
  });

  it('of a line whose inactive days were not kept counts from its day on', () => {
    const line = toggled({ is_active: true, activation_date: '2026-03-01', inactive: [] }, [false, '2026-05-01']);
    expect(line).toEqual({
      is_active: false,
      activation_date: '2026-05-01',
      inactive: [{ starts_on: null, ends_on: '2026-03-01' }],
    });
  });

  it('that is called off leaves everything as it was', () => {
    const inactive = toggled(ALWAYS, [false, '2026-03-01']);
    expect(toggled(inactive, [true, '2026-08-01'], [false, '2026-06-01'])).toEqual(inactive);
  });

  it('counts from its day on and leaves the days before as they were, whatever came before', () => {
    const day = fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-01-01', days));
    fc.assert(
      fc.property(fc.boolean(), fc.array(fc.tuple(fc.boolean(), day), { maxLength: 12 }), (isNew, changes) => {
        let line = isNew ? ALWAYS : NEVER;
        const days = Array.from({ length: 70 }, (_, index) => addDays('2025-12-28', index));
        let expected = days.map(() => isNew);
        for (const [is_active, from] of changes) {
          line = activateFrom(line, is_active, from);
          expected = expected.map((before, index) => (days[index]! < from ? before : is_active));
          expect(days.map((one) => isActive(line, one))).toEqual(expected);
        }
      }),
    );
  });
});
