import { notFound } from '@psa/contract-kit';
import type { Db } from '../../clients-app.ts';
import { deletePicture } from '../picture/picture.records.ts';
import { changeContact } from './contact.actions.ts';
import { lockContact } from './contact.records.ts';

/** What a contact is called after the erasure. */
export interface ErasedContact {
  readonly contact_name_id: string;
  readonly name: string;
  readonly email: string;
}

/** The end of an id: the beginning of one is the time it was made at, and much alike. */
const SHORT_ID = 8;

/**
 * Erases a person. The contact stays for what refers to it, inactive and with a neutral name, which other services take over as any change of
 * a contact. Again, it changes nothing.
 * @throws NOT_FOUND
 */
export async function eraseContact(db: Db, contactId: string): Promise<ErasedContact> {
  const full_name = `Erased contact ${contactId.slice(-SHORT_ID)}`;
  const email = `erased-${contactId}@erased.invalid`;
  await db.transaction(async (tx) => {
    const contact = await lockContact(tx, contactId);
    if (contact === undefined) throw notFound('Contact');
    await deletePicture(tx, contactId);
    await changeContact(tx, contact, {
      full_name,
      email,
      primary_email_canonical_type: null,
      primary_email_custom_type_id: null,
      primary_email_custom_type: null,
      phone_numbers: [],
      additional_email_addresses: [],
      role: null,
      notes: null,
      avatar: null,
      is_inactive: true,
    });
  });
  return { contact_name_id: contactId, name: full_name, email };
}
