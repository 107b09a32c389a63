import type { channelRoutes, priorityRoutes, ticketStatusRoutes } from '@psa/contracts-desk';
import type { Fixture } from '@psa/test-kit/derived';
import { makeChannel, makePriority, makeStatus } from './make-ticket.ts';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

const onChannel: Fixture = async ({ api }) => ({ params: { id: (await makeChannel(api)).channel_id } });
const onStatus: Fixture = async ({ api }) => ({
  params: { id: (await makeStatus(api, (await makeChannel(api)).channel_id)).status_id },
});
const onPriority: Fixture = async ({ api }) => ({ params: { id: (await makePriority(api)).priority_id } });

export const ticketSettingsFixtures: Fixtures<typeof channelRoutes & typeof ticketStatusRoutes & typeof priorityRoutes> = {
  listChannels: () => ({}),
  createChannel: () => ({
    body: {
      channel_name: 'Field service',
      business_hours: {
        time_zone: 'Europe/Berlin',
        week: [[{ start: '09:00', end: '17:00' }], [], [], [], [], [], []],
        holidays: ['2026-12-25'],
      },
    },
  }),
  getChannel: onChannel,
  updateChannel: async (world) => ({ ...(await onChannel(world)), body: { description: 'On site' } }),
  deleteChannel: onChannel,
  listTicketStatuses: () => ({}),
  createTicketStatus: async ({ api }) => ({
    body: { name: 'Waiting for parts', channel_id: (await makeChannel(api)).channel_id, pauses_sla: true },
  }),
  getTicketStatus: onStatus,
  updateTicketStatus: async (world) => ({ ...(await onStatus(world)), body: { color: '#00FF00' } }),
  deleteTicketStatus: onStatus,
  listPriorities: () => ({}),
  createPriority: () => ({ body: { priority_name: 'Someday', color: '#CCCCCC' } }),
  getPriority: onPriority,
  updatePriority: async (world) => ({ ...(await onPriority(world)), body: { description: 'When there is time' } }),
  deletePriority: onPriority,
};
