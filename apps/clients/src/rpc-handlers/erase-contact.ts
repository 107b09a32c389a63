import { contactRpc } from '@psa/contracts-clients';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../clients-app.ts';
import { eraseContact } from '../resources/contact/contact-erasure.actions.ts';
import type { Tables } from '../tables.ts';

/** Called by the operator alone. */
export const eraseContactHandler = tenantRpcHandler<(typeof contactRpc)['admin.contact-erase'], Tables, Ports>(
  contactRpc['admin.contact-erase'],
  ({ contact_name_id }, db) => eraseContact(db, contact_name_id),
);
