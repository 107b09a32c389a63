import type { Ports } from '../assets-app.ts';
import { fakeConnectors } from './fake-connectors.ts';

/** The rest of the product where a test runs the assets service alone: it knows no client and no ticket but those that came by event. */
export const fakes: Partial<Ports> = {
  clients: { find: async () => null },
  tickets: { find: async () => null },
  rmm: fakeConnectors,
};

/** Settings of the edition that has everything. */
export const enterpriseSettings = { PSA_EDITION: 'enterprise' };
