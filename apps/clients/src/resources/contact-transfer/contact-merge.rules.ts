import { conflict } from '@psa/contract-kit';
import { MAX_CONTACT_PARTS } from '@psa/contracts-clients';
import { addressesOf, toAdditional } from '../contact/contact-emails.rules.ts';
import type { ContactChanges, ContactRecord } from '../contact/contact.records.ts';

/** What a contact becomes when others are merged into it: its own members stay, what it lacks comes from the first that has it. */
export function mergedColumns(target: ContactRecord, sources: readonly ContactRecord[], newId: () => string): ContactChanges {
  const clients = new Set([target, ...sources].flatMap(({ client_id }) => client_id ?? []));
  if (clients.size > 1) throw conflict('Contacts of different clients are not merged');
  const first = <Member extends 'client_id' | 'role' | 'avatar'>(member: Member) =>
    [target, ...sources].find((contact) => contact[member] !== null)?.[member] ?? null;
  const own = new Set(addressesOf(target));
  const emails = [...target.additional_email_addresses];
  const numbers = [...target.phone_numbers];
  const sameness = ({ normalized_phone_number, phone_number }: ContactRecord['phone_numbers'][number]) =>
    normalized_phone_number ?? phone_number.replaceAll(/\D/g, '');
  const known = new Set(numbers.map(sameness));
  for (const source of sources) {
    for (const email of addressesOf(source)) {
      if (own.has(email)) continue;
      own.add(email);
      const kept = source.additional_email_addresses.find(({ email_address }) => email_address === email);
      const kind = {
        canonical: source.primary_email_canonical_type,
        id: source.primary_email_custom_type_id,
        label: source.primary_email_custom_type,
      } as Parameters<typeof toAdditional>[1];
      emails.push(kept === undefined ? toAdditional(email, kind, emails.length, newId()) : { ...kept, display_order: emails.length });
    }
    for (const number of source.phone_numbers) {
      if (known.has(sameness(number))) continue;
      known.add(sameness(number));
      numbers.push({ ...number, is_default: numbers.length === 0, display_order: numbers.length });
    }
  }
  if (emails.length > MAX_CONTACT_PARTS || numbers.length > MAX_CONTACT_PARTS)
    throw conflict(`A contact has at most ${MAX_CONTACT_PARTS} numbers and as many additional addresses`);
  const notes = [...new Set([target, ...sources].flatMap((contact) => contact.notes ?? []))].join('\n\n');
  if (notes.length > 10_000) throw conflict('The notes of the contacts are too long together');
  const tags = [...new Set([target, ...sources].flatMap((contact) => contact.tags))];
  if (tags.length > 50) throw conflict('The contacts have more than 50 tags together');
  return {
    client_id: first('client_id'),
    role: first('role'),
    notes: notes === '' ? target.notes : notes,
    tags,
    additional_email_addresses: emails,
    phone_numbers: numbers,
  };
}
