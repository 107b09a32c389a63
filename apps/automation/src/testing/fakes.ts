import { fileURLToPath } from 'node:url';
import { everyPermission, outsidePorts, UNKNOWN } from '@psa/test-kit';
import type { Ports } from '../automation-app.ts';
import { childProcessScripts } from '../connectors/child-process-scripts.ts';
import { fakeLanguageModel } from './chat.fixtures.ts';

/** Roles that tests give to people. */
export const fakeRoles = new Map<string, string[]>();

/** Channels that tests hide from people, by the ids of these. */
export const fakeHiddenChannels = new Map<string, readonly string[]>();
/** Channels of the tickets that the desk knows in tests. */
export const fakeTicketChannels = new Map<string, string>();

/** The outside world where a test runs the automation service alone; scripts are run by its program, which here is not the one that runs. */
export const fakes: Partial<Ports> = {
  authors: { permissionsOf: async (_context, userId) => (userId.startsWith(UNKNOWN) ? null : new Set(everyPermission)) },
  roles: {
    rolesOf: async (_context, userId) => fakeRoles.get(userId) ?? [],
    unknownOf: async (_context, roleIds) => roleIds.filter((id) => id.startsWith(UNKNOWN)),
  },
  ...outsidePorts<Pick<Ports, 'ticketChannels'>>({
    ticketChannels: {
      hiddenFrom: async (_context, { userId }) => new Set(fakeHiddenChannels.get(userId)),
      channelsOf: async (_context, ids) => new Map([...fakeTicketChannels].filter(([ticketId]) => ids.includes(ticketId))),
    },
  }),
  languageModel: fakeLanguageModel,
  scripts: childProcessScripts(fileURLToPath(new URL('../main.ts', import.meta.url))),
};

/** Settings of tests: receivers run on this machine. */
export const testSettings = { PSA_EGRESS_ALLOW: '127.0.0.1' };
