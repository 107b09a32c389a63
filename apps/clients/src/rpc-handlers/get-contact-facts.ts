import { contactRpc } from '@psa/contracts-clients';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../clients-app.ts';
import { facts } from '../resources/contact/contact.actions.ts';
import { findContact } from '../resources/contact/contact.records.ts';
import type { Tables } from '../tables.ts';

export const getContactFacts = tenantRpcHandler<typeof contactRpc.getContactFacts, Tables, Ports>(
  contactRpc.getContactFacts,
  async ({ contact_name_id }, db) => {
    const contact = await findContact(db, contact_name_id);
    return { contact: contact === undefined ? null : { ...facts(contact), version: contact.version } };
  },
);
