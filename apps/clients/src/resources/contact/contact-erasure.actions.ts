import { type ErasedIdentity, erasedIdentity, notFound } from '@psa/contract-kit';
import type { Db } from '../../clients-app.ts';
import { deletePicture } from '../picture/picture.records.ts';
import { changeContact } from './contact.actions.ts';
import { lockContact } from './contact.records.ts';

/**
 * Erases a person. The contact keeps its id, because other rows refer to it, and becomes inactive with a neutral name; other services
 * copy that from the `contact.updated` event. Repeating it changes nothing.
 * @throws NOT_FOUND
 */
export async function eraseContact(db: Db, contactId: string): Promise<ErasedIdentity & { readonly contact_name_id: string }> {
  const { name: full_name, email } = erasedIdentity('contact', contactId);
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
