import { everyPermission, outsidePorts, UNKNOWN } from '@psa/test-kit';
import type { TicketChannels } from '../ports/ticket-channels.ts';
import type { Ports } from '../time-app.ts';

/** Client of every ticket and task in tests. */
export const CLIENT = '0c11e417-1111-4111-8111-111111111111';
/** Channel of every ticket in tests. */
export const CHANNEL = '0ca0017e-1111-4111-8111-111111111111';
/** Project of every task in tests. */
export const PROJECT = '0970dec7-1111-4111-8111-111111111111';

const known = <Facts>(id: string, facts: Facts): Facts | null => (id.startsWith(UNKNOWN) ? null : facts);

/** Who reports to whom in tests, by manager. */
export const managed = new Map<string, string[]>();

/** Channels that tests hide from people, by the ids of these. */
export const hiddenChannels = new Map<string, string[]>();

/** Zones of people in tests; UTC for everybody else. */
export const zones = new Map<string, string>();

/** People who may do nothing any more in tests. */
export const inactive = new Set<string>();

/** Of whom the desk was asked what they see. */
const askedAbout = new Set<string>();

const outside = outsidePorts<Pick<Ports, 'directory'> & { ticketChannels: Omit<TicketChannels, 'remembered'> }>({
  ticketChannels: {
    async hiddenFrom(_, { userId }) {
      askedAbout.add(userId);
      return new Set(hiddenChannels.get(userId));
    },
    channelsOf: async (_, ticketIds) => new Map(ticketIds.map((ticketId) => [ticketId, CHANNEL])),
  },
  directory: {
    user: async (_, user_id) =>
      known(user_id, {
        user_id,
        username: 'ada',
        email: 'ada@msp.example',
        first_name: 'Ada',
        last_name: 'Lovelace',
        user_type: 'internal',
        is_inactive: false,
        timezone: zones.get(user_id) ?? null,
        version: 1,
      }),
    ticket: async (_, ticket_id) =>
      known(ticket_id, { ticket_id, title: 'Printer on fire', ticket_number: 'T-1', client_id: CLIENT, channel_id: CHANNEL, version: 1 }),
    task: async (_, task_id) =>
      known(task_id, {
        task_id,
        task_name: 'Move mailboxes',
        project_id: PROJECT,
        project_name: 'Migration',
        client_id: CLIENT,
        version: 1,
      }),
    service: async (_, service_id) =>
      known(service_id, {
        service_id,
        service_name: 'Remote support',
        billing_method: 'hourly',
        default_rate: 12_000,
        is_active: true,
        version: 1,
      }),
    contractLine: async (_, contract_line_id) =>
      known(contract_line_id, { contract_line_id, contract_line_name: 'Managed support', version: 1 }),
    permissions: async (_, user_id) => (inactive.has(user_id) ? null : everyPermission),
    managedUsers: async (_, user_id) => managed.get(user_id) ?? [],
  },
});

/** The rest of the product where a test runs the time service alone: it knows every id but those that begin with {@link UNKNOWN}. */
export const fakes: Pick<Ports, 'directory' | 'ticketChannels'> = {
  ...outside,
  ticketChannels: {
    ...outside.ticketChannels,
    remembered: (_, { userId }) => (askedAbout.has(userId) ? new Set(hiddenChannels.get(userId)) : undefined),
  },
};
