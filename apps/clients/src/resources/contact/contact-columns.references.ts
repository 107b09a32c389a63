import { invalidField } from '@psa/contract-kit';
import type { ContactPhoneNumber, EmailType, UpdateContact } from '@psa/contracts-clients';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../clients-app.ts';
import { findClientDefaults, type ClientDefaults } from '../client/client-defaults.records.ts';
import { chooseEmails, type ContactEmails } from './contact-emails.rules.ts';
import { chooseKind, type Kind, type OwnType } from './contact-kind.rules.ts';
import { choosePhoneNumbers } from './contact-phones.rules.ts';
import { takeContactTypes } from './contact-type.records.ts';
import type { ContactChanges, ContactRecord } from './contact.records.ts';

/**
 * The columns of a contact as a caller wants them; those that stay as they are left out.
 * @throws VALIDATION_ERROR naming the member at fault
 */
export async function wantedColumns(tx: Tx, input: UpdateContact, previous?: ContactRecord): Promise<ContactChanges> {
  const {
    phone_numbers,
    additional_email_addresses,
    primary_email_canonical_type,
    primary_email_custom_type,
    primary_email_custom_type_id,
    email,
    ...plain
  } = input;
  const clientId = input.client_id === undefined ? (previous?.client_id ?? null) : input.client_id;
  const moves = clientId !== (previous?.client_id ?? null);
  const home = clientId !== null && (moves || phone_numbers !== undefined) ? await requireHome(tx, clientId, moves) : null;
  const types = await typesOf(tx, input);

  const emails = chooseEmails(
    {
      email,
      kind: primaryKind(input, types.email),
      additional: additional_email_addresses,
      additionalKinds: (additional_email_addresses ?? []).map((address, index) =>
        chooseKind(
          { canonical: address.canonical_type, label: address.custom_type, id: address.custom_email_type_id },
          types.email,
          pathsIn(['additional_email_addresses', index], 'custom_email_type_id'),
        ),
      ),
    },
    previous && emailsOf(previous),
    uuidv7,
  );
  return {
    ...plain,
    ...(moves ? { client_id: clientId } : {}),
    email: emails.primary.email,
    primary_email_canonical_type: emails.primary.kind.canonical,
    primary_email_custom_type_id: emails.primary.kind.id,
    primary_email_custom_type: emails.primary.kind.label,
    additional_email_addresses: [...emails.additional],
    ...(phone_numbers === undefined ? {} : { phone_numbers: phonesOf(phone_numbers, previous?.phone_numbers ?? [], home, types.phone) }),
  };
}

/** The addresses a contact has. */
function emailsOf(row: ContactRecord): ContactEmails {
  const kind = {
    canonical: row.primary_email_canonical_type as EmailType | null,
    id: row.primary_email_custom_type_id,
    label: row.primary_email_custom_type,
  };
  return { primary: { email: row.email, kind }, additional: row.additional_email_addresses };
}

function phonesOf(
  given: NonNullable<UpdateContact['phone_numbers']>,
  previous: readonly ContactPhoneNumber[],
  home: ClientDefaults | null,
  own: readonly OwnType[],
): ContactPhoneNumber[] {
  const kinds = given.map((number, index) =>
    chooseKind(
      { canonical: number.canonical_type, label: number.custom_type, id: number.custom_phone_type_id },
      own,
      pathsIn(['phone_numbers', index], 'custom_phone_type_id'),
    ),
  );
  return choosePhoneNumbers(given, previous, { country: home?.country_code ?? null, kinds, newId: uuidv7 });
}

async function requireHome(tx: Tx, clientId: string, moves: boolean): Promise<ClientDefaults | null> {
  const home = await findClientDefaults(tx, clientId);
  if (home === undefined && moves) throw invalidField('client_id', 'is not a client of this tenant', 'unknown_reference');
  return home ?? null;
}

function primaryKind(input: UpdateContact, own: readonly OwnType[]): Kind<EmailType> | undefined {
  const { primary_email_canonical_type: canonical, primary_email_custom_type: label, primary_email_custom_type_id: id } = input;
  if (canonical === undefined && label === undefined && id === undefined) return undefined;
  return chooseKind({ canonical, label, id }, own, {
    canonical: ['primary_email_canonical_type'],
    label: ['primary_email_custom_type'],
    id: ['primary_email_custom_type_id'],
  });
}

function pathsIn(path: (string | number)[], idMember: string) {
  return { canonical: [...path, 'canonical_type'], label: [...path, 'custom_type'], id: [...path, idMember] };
}

async function typesOf(tx: Tx, input: UpdateContact): Promise<{ phone: OwnType[]; email: OwnType[] }> {
  const phones = input.phone_numbers ?? [];
  const emails = input.additional_email_addresses ?? [];
  const present = (values: readonly (string | null | undefined)[]) => values.filter((value) => typeof value === 'string');
  const [phone, email] = await Promise.all([
    takeContactTypes(tx, 'phone', {
      labels: newLabels(phones.map((number) => [number.custom_type, number.custom_phone_type_id])),
      ids: present(phones.map((number) => number.custom_phone_type_id)),
    }),
    takeContactTypes(tx, 'email', {
      labels: newLabels([
        ...emails.map((address) => [address.custom_type, address.custom_email_type_id] as const),
        [input.primary_email_custom_type, input.primary_email_custom_type_id],
      ]),
      ids: present([...emails.map((address) => address.custom_email_type_id), input.primary_email_custom_type_id]),
    }),
  ]);
  return { phone, email };
}

/** Names that stand without an id: those beside one only say what the id means. */
function newLabels(pairs: readonly (readonly [string | null | undefined, string | null | undefined])[]): string[] {
  return pairs.flatMap(([label, id]) => (label && !id ? [label] : []));
}
