import { randomUUID } from 'node:crypto';
import type { ticketChecklistRoutes, ticketCommentRoutes, ticketPeopleRoutes, ticketRoutes } from '@psa/contracts-desk';
import type { Fixture, World } from '@psa/test-kit/derived';
import { ASSET_CLIENT } from './fakes.ts';
import { aTicket, makeComment, makeFullTicket, makeTicket, standardSet } from './make-ticket.ts';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

const withTickets =
  (query: Record<string, string> = {}): Fixture =>
  async ({ api }) => {
    await makeFullTicket(api);
    return { query };
  };

const onTicket: Fixture = async ({ api }) => ({ params: { id: (await makeFullTicket(api)).ticket_id } });

export const ticketFixtures: Fixtures<typeof ticketRoutes> = {
  listTickets: withTickets(),
  createTicket: async ({ api }) => ({ body: await aTicket(api, { tags: ['printer'], description: 'Since this morning' }) }),
  searchTickets: withTickets({ query: 'printer' }),
  getTicketStats: withTickets(),
  createTicketFromAsset: async ({ api }) => {
    const { statuses } = await standardSet(api);
    const body = await aTicket(api, { asset_id: randomUUID(), client_id: ASSET_CLIENT, status_id: statuses[0]?.status_id });
    return { body };
  },
  importTickets: async ({ api }) => {
    const comments = [{ comment_text: 'Solved', is_resolution: true, created_at: '2026-01-05T11:00:00Z' }];
    const times = { entered_at: '2026-01-05T09:00:00Z', closed_at: '2026-01-05T12:00:00Z' };
    return { body: { tickets: [await aTicket(api, { ...times, status: 'Closed', tags: ['old'], comments })] } };
  },
  bulkUpdateTickets: async ({ api }) => ({ body: { ticket_ids: [(await makeTicket(api)).ticket_id], data: { title: 'Changed' } } }),
  getTicket: onTicket,
  updateTicket: async (world) => ({ ...(await onTicket(world)), body: { title: 'Changed', tags: ['laser'] } }),
  deleteTicket: onTicket,
  setTicketStatus: async (world) => {
    const { statuses } = await standardSet(world.api);
    return { ...(await onTicket(world)), body: { status_id: statuses[1]?.status_id } };
  },
  assignTicket: async (world) => ({ ...(await onTicket(world)), body: { assigned_to: randomUUID() } }),
  closeTicket: async (world) => ({ ...(await onTicket(world)), body: { resolution: 'New drum' } }),
  mergeTickets: async ({ api }) => {
    const client_id = randomUUID();
    const [target, source] = [await makeFullTicket(api, { client_id }), await makeFullTicket(api, { client_id })];
    return { params: { id: target.ticket_id }, body: { source_ticket_ids: [source.ticket_id] } };
  },
  listTicketChildren: async ({ api }) => {
    const { ticket_id } = await makeTicket(api);
    await makeTicket(api, { parent_ticket_id: ticket_id });
    return { params: { id: ticket_id } };
  },
};

async function onComment({ api }: World) {
  const { ticket_id: id } = await makeFullTicket(api);
  return { params: { id, commentId: (await makeComment(api, id)).comment_id } };
}

async function onListed({ api }: World, list: string, idName: string, param: string) {
  const { ticket_id: id } = await makeFullTicket(api);
  const rows = await api.get(`/api/v1/tickets/${id}/${list}`);
  return { params: { id, [param]: rows.body.data[0][idName] as string } };
}

export const ticketPartFixtures: Fixtures<typeof ticketCommentRoutes & typeof ticketChecklistRoutes & typeof ticketPeopleRoutes> = {
  listTicketComments: onTicket,
  createTicketComment: async (world) => ({
    ...(await onTicket(world)),
    body: {
      comment_text: 'On my way',
      time_entry: { service_id: randomUUID(), start_time: '2026-11-02T09:00:00Z', end_time: '2026-11-02T09:30:00Z' },
    },
  }),
  updateTicketComment: async (world) => ({ ...(await onComment(world)), body: { comment_text: 'Almost there' } }),
  deleteTicketComment: onComment,
  moveTicketComments: async (world) => {
    const { params } = await onComment(world);
    const { client_id } = (await world.api.get(`/api/v1/tickets/${params.id}`)).body.data;
    const target = await makeTicket(world.api, { client_id });
    return { params: { id: params.id }, body: { comment_ids: [params.commentId], target_ticket_id: target.ticket_id } };
  },
  splitTicket: async (world) => {
    const { params } = await onComment(world);
    return { params: { id: params.id }, body: { comment_ids: [params.commentId], title: 'Another matter' } };
  },
  listTicketChecklist: onTicket,
  createTicketChecklistItem: async (world) => ({ ...(await onTicket(world)), body: { item_text: 'Print a page', is_required: true } }),
  updateTicketChecklistItem: async (world) => ({
    ...(await onListed(world, 'checklist', 'checklist_item_id', 'itemId')),
    body: { is_completed: true },
  }),
  deleteTicketChecklistItem: (world) => onListed(world, 'checklist', 'checklist_item_id', 'itemId'),
  listTicketWatchers: onTicket,
  addTicketWatcher: async (world) => ({ ...(await onTicket(world)), body: { user_id: randomUUID() } }),
  removeTicketWatcher: (world) => onListed(world, 'watchers', 'watcher_id', 'watcherId'),
  listTicketAgents: onTicket,
  addTicketAgent: async (world) => ({ ...(await onTicket(world)), body: { user_id: randomUUID() } }),
  removeTicketAgent: (world) => onListed(world, 'agents', 'user_id', 'userId'),
  listTicketHistory: onTicket,
};
