import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';
import { ContactFacts } from './contact.events.ts';

/** What the clients service answers over NATS about the people around clients. */
export const contactRpc = rpcMethods('clients', {
  getContactFacts: {
    summary: 'A contact, for a service whose copy has not arrived yet',
    request: z.object({ contact_name_id: z.guid() }),
    response: z.object({
      contact: ContactFacts.extend({ version: z.int() }).nullable().describe('null when the tenant has no such contact'),
    }),
  },
  countManagedBy: {
    summary: 'How many clients a user looks after',
    request: z.object({ user_id: z.guid() }),
    response: z.object({ clients: z.int() }),
  },
  'admin.contact-erase': {
    summary: 'Erase a person: give a contact a neutral name and address, and remove everything else that is known of them',
    request: z.object({ contact_name_id: z.guid() }),
    response: z.object({
      contact_name_id: z.guid(),
      name: z.string().describe('What the contact is called from now on'),
      email: z.string(),
    }),
  },
});
