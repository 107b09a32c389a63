import { outsidePorts, UNKNOWN } from '@psa/test-kit';
import type { Ports } from '../assets-app.ts';
import { fakeConnectors } from './fake-connectors.ts';

/** A user no tenant has. */
export const UNKNOWN_USER = `${UNKNOWN}0000-4000-8000-000000000000`;

/** Channels that tests hide from people, by the ids of these. */
export const fakeHiddenChannels = new Map<string, readonly string[]>();

/** The rest of the product where a test runs the assets service alone: it knows no client and no ticket but those that came by event, and every user but those whose ids begin with {@link UNKNOWN}. */
export const fakes: Partial<Ports> = {
  ...outsidePorts<Pick<Ports, 'clients' | 'tickets' | 'ticketChannels' | 'users'>>({
    clients: { find: async () => null },
    tickets: { find: async () => null },
    ticketChannels: { hiddenFrom: async (_context, { userId }) => new Set(fakeHiddenChannels.get(userId)) },
    users: {
      find: async (_context, user_id) =>
        user_id.startsWith(UNKNOWN) ? null : { user_id, username: 'jane', first_name: 'Jane', last_name: 'Roe', version: 0 },
    },
  }),
  rmm: fakeConnectors,
};

/** Settings of the edition that has everything. */
export const enterpriseSettings = { PSA_EDITION: 'enterprise' };
