import { events } from '@psa/contract-kit';
import { z } from 'zod';

/** What other services keep of a contact. */
export const ContactFacts = z.object({
  contact_name_id: z.guid(),
  full_name: z.string(),
  email: z.string(),
  client_id: z.guid().nullable(),
  is_inactive: z.boolean(),
  tags: z.array(z.string()).optional().describe('Absent from events of older versions'),
});

export const contactEvents = events('clients', {
  created: {
    name: 'contact.created',
    version: 1,
    key: 'contact_name_id',
    summary: 'A contact was created or imported',
    data: ContactFacts,
  },
  updated: {
    name: 'contact.updated',
    version: 1,
    key: 'contact_name_id',
    summary: 'A contact was changed, inactivated or reactivated',
    data: ContactFacts.extend({
      changed: z.array(z.string()),
      with_client: z.boolean().optional().describe('true: it became inactive, or active again, because its client did'),
    }),
  },
  deleted: {
    name: 'contact.deleted',
    version: 1,
    key: 'contact_name_id',
    summary: 'A contact was deleted',
    data: z.object({ contact_name_id: z.guid() }),
  },
  merged: {
    name: 'contact.merged',
    version: 1,
    key: 'contact_name_id',
    summary: 'A contact was merged into another and is gone; what refers to it is to refer to that one',
    data: z.object({ contact_name_id: z.guid(), merged_into: z.guid() }),
  },
});
