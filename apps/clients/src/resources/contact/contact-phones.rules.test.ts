import { describe, expect, it } from '@jest/globals';
import type { ContactPhoneNumber, ContactPhoneNumberInput } from '@psa/contracts-clients';
import { choosePhoneNumbers, normalizePhoneNumber } from './contact-phones.rules.ts';

describe('a telephone number', () => {
  it.each<[string, string | null, string | null]>([
    ['+1 614 555 0100', null, '+16145550100'],
    ['(+1) 614 555-0100', null, '+16145550100'],
    ['+49 (0)30 901820', null, '+4930901820'],
    ['＋81 3-1234-5678', null, '+81312345678'],
    ['(614) 555-0100', 'US', '+16145550100'],
    ['030 901820', 'DE', '+4930901820'],
    ['030 901820', 'USA', null],
    ['4711', null, null],
    ['+1 614 555 0100 ext. 5', null, '+16145550100'],
    ['+1 555', null, null],
    ['+999 123456789', null, null],
    ['call +1 614 555 0100', 'US', null],
    ['(555) 010-0199 ext. 12', 'US', null],
    ['911', 'US', null],
  ])('%j dialled in %s is %s', (text, country, normalized) => {
    expect(normalizePhoneNumber(text, country)).toBe(normalized);
  });
});

describe('the numbers of a contact', () => {
  const work = { canonical: 'work', id: null, label: null } as const;
  let made = 0;
  const choose = (given: ContactPhoneNumberInput[], previous: ContactPhoneNumber[] = []) =>
    choosePhoneNumbers(given, previous, { country: 'US', kinds: given.map(() => work), newId: () => `new ${made++}` });
  const refusal = (given: ContactPhoneNumberInput[]) => {
    try {
      choose(given);
    } catch (error) {
      return (error as { details: { path: unknown; code: string }[] }).details[0];
    }
    return undefined;
  };
  const summary = (numbers: ContactPhoneNumber[]) =>
    numbers.map(({ phone_number, is_default, display_order }) => [phone_number, is_default, display_order]);
  const [a, b, c] = ['614 555 0100', '614 555 0101', '614 555 0102'] as const;

  it.each<[string, ContactPhoneNumberInput[], unknown[]]>([
    ['none', [], []],
    [
      'the first is the default when none is',
      [{ phone_number: a }, { phone_number: b }],
      [
        [a, true, 0],
        [b, false, 1],
      ],
    ],
    [
      'a default stays where it is',
      [{ phone_number: a }, { phone_number: b, is_default: true }],
      [
        [a, false, 0],
        [b, true, 1],
      ],
    ],
    [
      'their places decide, and are numbered anew',
      [
        { phone_number: a, display_order: 7 },
        { phone_number: b, display_order: 3 },
      ],
      [
        [b, true, 0],
        [a, false, 1],
      ],
    ],
    [
      'equal places keep their order',
      [{ phone_number: a, display_order: 1 }, { phone_number: b }, { phone_number: c, display_order: 1 }],
      [
        [a, true, 0],
        [b, false, 1],
        [c, false, 2],
      ],
    ],
  ])('%s', (_, given, kept) => {
    expect(summary(choose(given))).toEqual(kept);
  });

  it.each<[string, ContactPhoneNumberInput[], unknown]>([
    [
      'a second default',
      [
        { phone_number: a, is_default: true },
        { phone_number: b, is_default: true },
      ],
      { path: ['phone_numbers', 1, 'is_default'], code: 'second_default' },
    ],
    [
      'the same number written otherwise',
      [{ phone_number: a }, { phone_number: '+1 (614) 555-0100' }],
      { path: ['phone_numbers', 1, 'phone_number'], code: 'duplicate' },
    ],
  ])('refuses %s', (_, given, expected) => {
    expect(refusal(given)).toMatchObject(expected as object);
  });

  it('keep their ids: by the id that is given, else by the number', () => {
    const before = choose([{ phone_number: a }, { phone_number: b }]);
    const [first, second] = before.map(({ contact_phone_number_id }) => contact_phone_number_id) as [string, string];
    const after = choose(
      [
        { phone_number: b },
        { phone_number: c, contact_phone_number_id: first },
        { phone_number: a, contact_phone_number_id: 'of another' },
      ],
      before,
    );
    expect(after.map(({ contact_phone_number_id: id }) => id)).toEqual([second, first, expect.stringMatching(/^new/)]);
    expect(choose(before, before)).toEqual(before);
  });
});
