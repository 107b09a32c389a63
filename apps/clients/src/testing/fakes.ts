import { outsidePorts, UNKNOWN } from '@psa/test-kit';
import type { Ports } from '../clients-app.ts';

/** A user no tenant has. */
export const UNKNOWN_USER = `${UNKNOWN}0000-4000-8000-000000000000`;

/** The rest of the product where a test runs the clients service alone: nothing depends on any client or contact, and a tenant has every user but those whose ids begin with {@link UNKNOWN}. */
export const fakes: Ports = outsidePorts<Ports>({
  dependents: { ofClient: async () => [], ofContact: async () => [] },
  users: {
    find: async (_context, user_id) =>
      user_id.startsWith(UNKNOWN) ? null : { user_id, username: 'jane', first_name: 'Jane', last_name: 'Roe', version: 0 },
  },
});
