import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chooseDefault, type DefaultChoice, type LocationState, successorAmong, type WantedLocation } from './client-location.rules.ts';

const location = (location_id: string, is_active = true, is_default = false): LocationState => ({ location_id, is_active, is_default });
const closed = location('closed', false);
const older = location('older');
const newer = location('newer');
const current = location('current', true, true);

describe('the choice of the default', () => {
  it.each<[string, LocationState[], WantedLocation, DefaultChoice]>([
    [
      'the first active one becomes it',
      [],
      { is_active: true, was_default: false, wants_default: undefined },
      { is_default: true, demoted: null, promoted: null },
    ],
    [
      'even when told not to',
      [closed],
      { is_active: true, was_default: false, wants_default: false },
      { is_default: true, demoted: null, promoted: null },
    ],
    [
      'an inactive one does not',
      [],
      { is_active: false, was_default: false, wants_default: undefined },
      { is_default: false, demoted: null, promoted: null },
    ],
    [
      'a further one does not',
      [current],
      { is_active: true, was_default: false, wants_default: false },
      { is_default: false, demoted: null, promoted: null },
    ],
    [
      'one that wants to takes it over',
      [older, current],
      { is_active: true, was_default: false, wants_default: true },
      { is_default: true, demoted: 'current', promoted: null },
    ],
    [
      'it stays when nothing is said',
      [older],
      { is_active: true, was_default: true, wants_default: undefined },
      { is_default: true, demoted: null, promoted: null },
    ],
    [
      'given up, it goes to the oldest',
      [closed, older, newer],
      { is_active: true, was_default: true, wants_default: false },
      { is_default: false, demoted: null, promoted: 'older' },
    ],
    [
      'deactivated, it goes to the oldest',
      [closed, older, newer],
      { is_active: false, was_default: true, wants_default: undefined },
      { is_default: false, demoted: null, promoted: 'older' },
    ],
    [
      'the last one deactivated leaves none',
      [closed],
      { is_active: false, was_default: true, wants_default: undefined },
      { is_default: false, demoted: null, promoted: null },
    ],
  ])('%s', (_, others, wanted, choice) => {
    expect(chooseDefault(others, wanted)).toEqual(choice);
  });

  it('refuses an inactive default', () => {
    expect(() => chooseDefault([older], { is_active: false, was_default: true, wants_default: true })).toThrow('Validation failed');
  });

  it('refuses to leave the only active location without being it', () => {
    expect(() => chooseDefault([closed], { is_active: true, was_default: true, wants_default: false })).toThrow('stays the default');
  });

  it('holds whatever happens: one default as long as any location is active, and it is active', () => {
    const change = fc.record({
      at: fc.nat(8),
      remove: fc.boolean(),
      is_active: fc.option(fc.boolean(), { nil: undefined }),
      wants_default: fc.option(fc.boolean(), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        let locations: LocationState[] = [];
        let made = 0;
        for (const { at, remove, is_active, wants_default } of changes) {
          const previous = locations[at];
          const others = locations.filter((other) => other !== previous);
          if (remove) {
            const promoted = previous?.is_default === true ? successorAmong(others) : null;
            locations = others.map((other) => ({ ...other, is_default: other.is_default || other.location_id === promoted }));
          } else {
            const active = is_active ?? previous?.is_active ?? true;
            const changed = previous ?? location(`${made++}`, active);
            try {
              const { is_default, demoted, promoted } = chooseDefault(others, {
                is_active: active,
                was_default: changed.is_default,
                wants_default,
              });
              const next = { ...changed, is_active: active, is_default };
              const settled = others.map((other) => ({
                ...other,
                is_default: (other.is_default && other.location_id !== demoted) || other.location_id === promoted,
              }));
              locations = previous === undefined ? [...settled, next] : settled.toSpliced(at, 0, next);
            } catch {
              // Refused: nothing changes.
            }
          }
          const defaults = locations.filter((one) => one.is_default);
          expect(defaults).toHaveLength(locations.some((one) => one.is_active) ? 1 : 0);
          expect(defaults.every((one) => one.is_active)).toBe(true);
        }
      }),
    );
  });
});
