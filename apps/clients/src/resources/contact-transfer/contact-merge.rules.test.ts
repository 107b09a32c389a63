import { describe, expect, it } from '@jest/globals';
import { type ContactEmailAddress, type ContactPhoneNumber, MAX_CONTACT_PARTS } from '@psa/contracts-clients';
import type { ContactRecord } from '../contact/contact.records.ts';
import { mergedColumns } from './contact-merge.rules.ts';

const contact = (given: Partial<ContactRecord> = {}): ContactRecord => ({
  tenant: 't',
  contact_name_id: 'c',
  full_name: 'Ada',
  client_id: null,
  email: 'ada@x.example',
  primary_email_canonical_type: 'work',
  primary_email_custom_type_id: null,
  primary_email_custom_type: null,
  phone_numbers: [],
  additional_email_addresses: [],
  role: null,
  notes: null,
  is_inactive: false,
  inactive_with_client: false,
  tags: [],
  avatar: null,
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...given,
});
const address = (email: string, given: Partial<ContactEmailAddress> = {}): ContactEmailAddress => ({
  contact_additional_email_address_id: `id of ${email}`,
  email_address: email,
  normalized_email_address: email,
  canonical_type: 'billing',
  custom_email_type_id: null,
  custom_type: null,
  display_order: 0,
  ...given,
});
const phone = (phone_number: string, given: Partial<ContactPhoneNumber> = {}): ContactPhoneNumber => ({
  contact_phone_number_id: `id of ${phone_number}`,
  phone_number,
  normalized_phone_number: null,
  canonical_type: 'work',
  custom_phone_type_id: null,
  custom_type: null,
  is_default: false,
  display_order: 0,
  ...given,
});

let made = 0;
const merge = (target: Partial<ContactRecord>, ...sources: Partial<ContactRecord>[]) =>
  mergedColumns(contact(target), sources.map(contact), () => `new ${++made}`);

describe('a merged contact', () => {
  it('keeps what it has, and takes what it lacks from the first that has it', () => {
    const merged = merge({ role: 'CTO' }, { client_id: 'acme' }, { role: 'CEO', avatar: 'face', client_id: 'acme' }, { avatar: 'other' });
    expect(merged).toMatchObject({ role: 'CTO', client_id: 'acme' });
    expect(merge({}, {}, { role: 'CEO' })).toMatchObject({ role: 'CEO', client_id: null });
  });

  it.each([
    ['acme', 'other'],
    ['acme', 'acme', 'other'],
    [null, 'acme', 'other'],
  ])('is never one of two clients: %s with %s', (own, ...others) => {
    expect(() => merge({ client_id: own }, ...others.map((client_id) => ({ client_id })))).toThrow(
      expect.objectContaining({ code: 'CONFLICT', message: 'Contacts of different clients are not merged' }),
    );
  });

  it('may be merged with one of its client, and with one of none', () => {
    expect(merge({ client_id: 'acme' }, { client_id: 'acme' }, { client_id: null })).toMatchObject({ client_id: 'acme' });
  });

  it('has every address once: its own first, then those of the others with their kinds', () => {
    const { additional_email_addresses } = merge(
      { additional_email_addresses: [address('own@x.example')] },
      {
        email: 'lovelace@x.example',
        primary_email_canonical_type: null,
        primary_email_custom_type_id: 'kind',
        primary_email_custom_type: 'Home',
        additional_email_addresses: [address('own@x.example'), address('more@x.example')],
      },
      { email: 'ada@x.example', additional_email_addresses: [address('lovelace@x.example')] },
    );
    expect(additional_email_addresses).toEqual([
      address('own@x.example'),
      address('lovelace@x.example', {
        contact_additional_email_address_id: expect.stringMatching(/^new/) as unknown as string,
        canonical_type: null,
        custom_email_type_id: 'kind',
        custom_type: 'Home',
        display_order: 1,
      }),
      address('more@x.example', { display_order: 2 }),
    ]);
  });

  it('has every number once, however it is written, and one default', () => {
    const known = phone('614 555 0100', { normalized_phone_number: '+16145550100', is_default: true });
    const { phone_numbers } = merge(
      { phone_numbers: [known, phone('47-11')] },
      {
        phone_numbers: [
          phone('+1 (614) 555-0100', { normalized_phone_number: '+16145550100', is_default: true }),
          phone('47 11'),
          phone('0815', { is_default: true }),
        ],
      },
      { phone_numbers: [phone('08 15'), phone('112')] },
    );
    expect(phone_numbers).toEqual([known, phone('47-11'), phone('0815', { display_order: 2 }), phone('112', { display_order: 3 })]);
  });

  it('without a number calls the first that comes to it', () => {
    const { phone_numbers } = merge({}, { phone_numbers: [phone('1', { display_order: 4 }), phone('2', { is_default: true })] });
    expect(phone_numbers).toEqual([phone('1', { is_default: true, display_order: 0 }), phone('2', { display_order: 1 })]);
  });

  it('has all notes and tags, equal ones once', () => {
    expect(merge({ notes: 'first', tags: ['a', 'b'] }, { notes: 'second', tags: ['b', 'c'] }, { notes: 'first' }, {})).toMatchObject({
      notes: 'first\n\nsecond',
      tags: ['a', 'b', 'c'],
    });
    expect(merge({}, {})).toMatchObject({ notes: null, tags: [] });
  });

  const many = (count: number, prefix = '') => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  const TOO_MANY_PARTS = `A contact has at most ${MAX_CONTACT_PARTS} numbers and as many additional addresses`;

  it.each<[string, Partial<ContactRecord>, Partial<ContactRecord>, string]>([
    [
      'addresses',
      { additional_email_addresses: many(MAX_CONTACT_PARTS).map((name) => address(`${name}@x.example`)) },
      { email: 'b@x.example' },
      TOO_MANY_PARTS,
    ],
    [
      'numbers',
      { phone_numbers: many(MAX_CONTACT_PARTS).map((digits) => phone(digits)) },
      { phone_numbers: [phone('99')] },
      TOO_MANY_PARTS,
    ],
    ['notes', { notes: 'x'.repeat(5_000) }, { notes: 'y'.repeat(4_999) }, 'The notes of the contacts are too long together'],
    ['tags', { tags: many(30, 'a') }, { tags: many(21, 'b') }, 'The contacts have more than 50 tags together'],
  ])('has no more %s than a contact may have', (_, target, source, message) => {
    expect(() => merge(target, source)).toThrow(expect.objectContaining({ code: 'CONFLICT', message }));
  });

  it('may have as much as a contact may have', () => {
    const merged = merge(
      {
        additional_email_addresses: many(MAX_CONTACT_PARTS - 1).map((name) => address(`${name}@x.example`)),
        phone_numbers: many(MAX_CONTACT_PARTS - 1).map((digits) => phone(digits)),
        notes: 'x'.repeat(5_000),
        tags: many(30, 'a'),
      },
      { email: 'b@x.example', phone_numbers: [phone('99')], notes: 'y'.repeat(4_998), tags: many(20, 'b') },
    );
    expect([merged.additional_email_addresses, merged.phone_numbers].map((parts) => parts?.length)).toEqual([
      MAX_CONTACT_PARTS,
      MAX_CONTACT_PARTS,
    ]);
    expect([merged.notes?.length, (merged.tags as string[]).length]).toEqual([10_000, 50]);
  });
});
