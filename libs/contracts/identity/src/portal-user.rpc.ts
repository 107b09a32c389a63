import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';

/** What the identity service answers over NATS about people of the client portal. */
export const portalUserRpc = rpcMethods('identity', {
  countUsersOfContact: {
    summary: 'How many active users a contact is',
    request: z.object({ contact_name_id: z.guid() }),
    response: z.object({ users: z.int() }),
  },
});
