import { invalidField } from '@psa/contract-kit';
import type { ContactPhoneNumber, ContactPhoneNumberInput, PhoneType } from '@psa/contracts-clients';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { inOrder } from './in-order.ts';
import type { Kind } from './contact-kind.rules.ts';

/**
 * A number in E.164.
 * @param country two-letter code of where a national number is dialled; others count as unknown
 * @returns null when it is not understood: a national number of which the country is not known, or one with something beside it
 */
export function normalizePhoneNumber(written: string, country: string | null): string | null {
  const text = written.normalize('NFKC').replace(/^\(\s*\+(\d+)\s*\)/, '+$1 ');
  const home = country !== null && isSupportedCountry(country) ? country : undefined;
  if (home === undefined && !text.startsWith('+')) return null;
  const number = parsePhoneNumberFromString(text, {
    ...(home === undefined ? {} : { defaultCountry: home satisfies CountryCode }),
    extract: false,
  });
  return number?.isValid() === true ? number.number : null;
}

/**
 * The numbers as they are kept: in order, each once, with one default.
 * @param previous those the contact has; their ids are kept
 * @throws VALIDATION_ERROR naming the number that is there twice, or that is the second default
 */
export function choosePhoneNumbers(
  given: readonly ContactPhoneNumberInput[],
  previous: readonly ContactPhoneNumber[],
  with_: { country: string | null; kinds: readonly Kind<PhoneType>[]; newId: () => string },
): ContactPhoneNumber[] {
  const seen = new Set<string>();
  const defaults = given.flatMap(({ is_default }, index) => (is_default === true ? [index] : []));
  if (defaults[1] !== undefined)
    throw invalidField(['phone_numbers', defaults[1], 'is_default'], 'only one number is the default', 'second_default');
  const free = new Map(previous.map((number) => [number.contact_phone_number_id, number]));
  const idOf = ({ contact_phone_number_id: id, phone_number }: ContactPhoneNumberInput) => {
    const kept =
      id !== undefined && free.has(id)
        ? id
        : [...free.values()].find((number) => number.phone_number === phone_number)?.contact_phone_number_id;
    if (kept !== undefined) free.delete(kept);
    return kept ?? with_.newId();
  };
  const numbers = given.map((input, index) => {
    const { phone_number } = input;
    const path = ['phone_numbers', index, 'phone_number'];
    // A number that was let in stays, whatever became of its country since.
    const known = previous.find((number) => number.phone_number === phone_number);
    const normalized = known?.normalized_phone_number ?? normalizePhoneNumber(phone_number, with_.country);
    const sameness = normalized ?? phone_number.replaceAll(/\D/g, '');
    if (seen.has(sameness)) throw invalidField(path, 'is there twice', 'duplicate');
    seen.add(sameness);
    const { canonical, id, label } = with_.kinds[index] as Kind<PhoneType>;
    return {
      contact_phone_number_id: idOf(input),
      phone_number,
      normalized_phone_number: normalized,
      canonical_type: canonical,
      custom_phone_type_id: id,
      custom_type: label,
      is_default: input.is_default === true,
      display_order: input.display_order ?? index,
    };
  });
  const ordered = inOrder(numbers);
  const [first] = ordered;
  if (first !== undefined && defaults.length === 0) first.is_default = true;
  return ordered;
}
