import { questions } from '@psa/contract-kit';
import { z } from 'zod';

/** What the identity service answers over NATS about people of the client portal. */
export const portalUserQuestions = questions('identity', {
  countUsersOfContact: {
    summary: 'How many active users a contact is',
    ask: z.object({ contact_name_id: z.guid() }),
    answer: z.object({ users: z.int() }),
  },
});
