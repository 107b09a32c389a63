import type { TextIndex } from '@psa/postgres-kit';

/** Clients with their default locations, by any part of what they are called and reached by. */
export const clientTexts: TextIndex = { name: 'client_texts', of: 'clients', key: 'client_id' };

/** Contacts by name, addresses, telephone numbers, role and the name of their client. */
export const contactTexts: TextIndex = { name: 'contact_texts', of: 'contacts', key: 'contact_name_id' };

/** Contacts by their notes, which are long and searched on request alone. */
export const contactNoteTexts: TextIndex = { name: 'contact_note_texts', of: 'contacts', key: 'contact_name_id' };
