import { questions } from '@psa/contract-kit';
import { z } from 'zod';
import { ContactFacts } from './contact.events.ts';

/** What the clients service answers over NATS about the people around clients. */
export const contactQuestions = questions('clients', {
  getContactFacts: {
    summary: 'A contact, for a service whose copy has not arrived yet',
    ask: z.object({ contact_name_id: z.guid() }),
    answer: z.object({ contact: ContactFacts.extend({ version: z.int() }).nullable().describe('null when the tenant has no such contact') }),
  },
  countManagedBy: {
    summary: 'How many clients a user looks after',
    ask: z.object({ user_id: z.guid() }),
    answer: z.object({ clients: z.int() }),
  },
});
