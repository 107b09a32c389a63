import { invalidField } from '@psa/contract-kit';
import { type ContactEmailAddress, type ContactEmailAddressInput, type EmailType, MAX_CONTACT_PARTS } from '@psa/contracts-clients';
import type { Kind } from './contact-kind.rules.ts';
import { inOrder } from './in-order.ts';

/** The primary address with its kind. */
export interface PrimaryEmail {
  readonly email: string;
  readonly kind: Kind<EmailType>;
}

/** All addresses of a contact. */
export interface ContactEmails {
  readonly primary: PrimaryEmail;
  readonly additional: readonly ContactEmailAddress[];
}

/** What a caller says of them; undefined for what is left as it is. */
export interface WantedEmails {
  readonly email: string | undefined;
  readonly kind: Kind<EmailType> | undefined;
  readonly additional: readonly ContactEmailAddressInput[] | undefined;
  /** Kinds of the additional ones, in their order. */
  readonly additionalKinds: readonly Kind<EmailType>[];
}

const WORK: Kind<EmailType> = { canonical: 'work', id: null, label: null };

/**
 * The addresses after a change. A new primary one that was additional changes places with the one before; any other new one
 * keeps the one before as additional, unless the additional ones are given as well and leave it out.
 * @throws VALIDATION_ERROR for an address that is there twice, and for too many
 */
export function chooseEmails(wanted: WantedEmails, previous: ContactEmails | undefined, newId: () => string): ContactEmails {
  const email = wanted.email ?? previous?.primary.email ?? '';
  const replaced = previous !== undefined && email !== previous.primary.email ? previous.primary : undefined;
  const promoted = replaced && previous?.additional.find(({ email_address }) => email_address === email);
  const kind = wanted.kind ?? (promoted === undefined ? previous?.primary.kind : kindOf(promoted)) ?? WORK;

  const listed =
    wanted.additional === undefined
      ? [...(previous?.additional ?? [])]
      : resolve(wanted.additional, wanted.additionalKinds, previous?.additional ?? [], newId);
  // Whoever promotes an address writes the list back as it was read, the address still in it.
  const others = promoted === undefined ? listed : listed.filter(({ email_address }) => email_address !== email);
  const leavesOut = wanted.additional !== undefined && promoted === undefined;
  if (replaced !== undefined && !leavesOut && others.every(({ email_address }) => email_address !== replaced.email)) {
    others.push(toAdditional(replaced.email, replaced.kind, others.length, newId()));
  }
  if (others.length > MAX_CONTACT_PARTS)
    throw invalidField('email', `keeps the one before as additional, of which there are ${MAX_CONTACT_PARTS} already`, 'too_big');
  refuseRepeated(email, others, wanted.additional ?? []);
  return { primary: { email, kind }, additional: inOrder(others) };
}

/** Every address of a contact: what it claims in the tenant. */
export function addressesOf(row: {
  readonly email: string;
  readonly additional_email_addresses: readonly Pick<ContactEmailAddress, 'normalized_email_address'>[];
}): string[] {
  return [row.email, ...row.additional_email_addresses.map(({ normalized_email_address }) => normalized_email_address)];
}

/** An address as it is kept. */
export function toAdditional(
  email: string,
  { canonical, id, label }: Kind<EmailType>,
  display_order: number,
  addressId: string,
): ContactEmailAddress {
  return {
    contact_additional_email_address_id: addressId,
    email_address: email,
    normalized_email_address: email,
    canonical_type: canonical,
    custom_email_type_id: id,
    custom_type: label,
    display_order,
  };
}

function resolve(
  given: readonly ContactEmailAddressInput[],
  kinds: readonly Kind<EmailType>[],
  previous: readonly ContactEmailAddress[],
  newId: () => string,
): ContactEmailAddress[] {
  const free = new Map(previous.map((address) => [address.contact_additional_email_address_id, address]));
  return given.map((input, index) => {
    const { contact_additional_email_address_id: id, email_address, display_order = index } = input;
    const kept =
      id !== undefined && free.has(id)
        ? id
        : [...free.values()].find((address) => address.email_address === email_address)?.contact_additional_email_address_id;
    if (kept !== undefined) free.delete(kept);
    return toAdditional(email_address, kinds[index] ?? WORK, display_order, kept ?? newId());
  });
}

function kindOf({ canonical_type, custom_email_type_id, custom_type }: ContactEmailAddress): Kind<EmailType> {
  return { canonical: canonical_type, id: custom_email_type_id, label: custom_type };
}

function refuseRepeated(email: string, additional: readonly ContactEmailAddress[], given: readonly ContactEmailAddressInput[]): void {
  const seen = new Set([email]);
  for (const { email_address } of additional) {
    if (seen.has(email_address)) {
      const index = given.findLastIndex((input) => input.email_address === email_address);
      throw invalidField(['additional_email_addresses', index, 'email_address'], 'is there twice', 'duplicate');
    }
    seen.add(email_address);
  }
}
