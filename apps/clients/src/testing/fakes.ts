import type { Ports } from '../clients-app.ts';

/** The rest of the product where a test runs the clients service alone: nothing depends on any client or contact. */
export const fakes: Ports = {
  dependents: { ofClient: async () => [], ofContact: async () => [] },
};
