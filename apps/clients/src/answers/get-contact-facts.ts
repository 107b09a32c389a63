import { contactQuestions } from '@psa/contracts-clients';
import { answeringFromTenant } from '@psa/events-kit';
import type { Ports } from '../clients-app.ts';
import { facts } from '../resources/contact/contact.actions.ts';
import { findContact } from '../resources/contact/contact.records.ts';
import type { Tables } from '../tables.ts';

export const getContactFacts = answeringFromTenant<typeof contactQuestions.getContactFacts, Tables, Ports>(
  contactQuestions.getContactFacts,
  async ({ contact_name_id }, db) => {
    const contact = await findContact(db, contact_name_id);
    return { contact: contact === undefined ? null : { ...facts(contact), version: contact.version } };
  },
);
