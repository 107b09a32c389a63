import { outsidePorts } from '@psa/test-kit';
import type { Ports } from '../clients-app.ts';

/** A user no tenant has. */
export const nobody = '00000000-0000-4000-8000-00000000dead';

/** The rest of the product where a test runs the clients service alone: nothing depends on any client or contact, and a tenant has every user but {@link nobody}. */
export const fakes: Ports = outsidePorts<Ports>({
  dependents: { ofClient: async () => [], ofContact: async () => [] },
  users: {
    find: async (_context, user_id) =>
      user_id === nobody ? null : { user_id, username: 'jane', first_name: 'Jane', last_name: 'Roe', version: 0 },
  },
});
