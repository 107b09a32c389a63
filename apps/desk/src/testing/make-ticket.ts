import { randomUUID } from 'node:crypto';
import type { Channel, Priority, TicketComment, TicketDetails, TicketStatus } from '@psa/contracts-desk';
import type { TestApi } from '@psa/test-kit';

async function post<T>(api: TestApi, path: string, body: unknown): Promise<T> {
  const { status, text, body: answer } = await api.post(path, body);
  if (status !== 201) throw new Error(`${status} ${text}`);
  return answer.data as T;
}

/** Creates a channel with the standard statuses. */
export function makeChannel(api: TestApi, given: Record<string, unknown> = {}): Promise<Channel> {
  return post(api, '/api/v1/channels', { channel_name: `Field service ${randomUUID().slice(0, 8)}`, ...given });
}

/** Creates a status. */
export function makeStatus(api: TestApi, channel_id: string, given: Record<string, unknown> = {}): Promise<TicketStatus> {
  return post(api, '/api/v1/statuses', { name: `Waiting for parts ${randomUUID().slice(0, 8)}`, channel_id, ...given });
}

/** Creates a priority. */
export function makePriority(api: TestApi, given: Record<string, unknown> = {}): Promise<Priority> {
  return post(api, '/api/v1/priorities', { priority_name: `Someday ${randomUUID().slice(0, 8)}`, ...given });
}

/** What a new tenant has: its channel with the statuses in order, and the priorities. */
export async function standardSet(api: TestApi) {
  const [channels, priorities] = [await api.get('/api/v1/channels'), await api.get('/api/v1/priorities')];
  const channel = channels.body.data[0] as Channel;
  const statuses = (await api.get(`/api/v1/statuses?channel_id=${channel.channel_id}`)).body.data as TicketStatus[];
  return { channel, statuses, priorities: priorities.body.data as Priority[] };
}

/** A valid body of a new ticket. */
export async function aTicket(api: TestApi, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const { channel, priorities } = await standardSet(api);
  return {
    title: 'Printer jams',
    channel_id: channel.channel_id,
    client_id: randomUUID(),
    priority_id: priorities[2]?.priority_id,
    ...given,
  };
}

/** Opens a ticket. */
export async function makeTicket(api: TestApi, given: Record<string, unknown> = {}): Promise<TicketDetails> {
  return post(api, '/api/v1/tickets', await aTicket(api, given));
}

/** Comments on a ticket. */
export function makeComment(api: TestApi, ticketId: string, given: Record<string, unknown> = {}): Promise<TicketComment> {
  return post(api, `/api/v1/tickets/${ticketId}/comments`, { comment_text: 'On my way', ...given });
}

/** A ticket with everything a ticket can have. */
export async function makeFullTicket(api: TestApi, given: Record<string, unknown> = {}): Promise<TicketDetails> {
  const ticket = await makeTicket(api, {
    description: 'Since this morning',
    url: 'https://example.com/printer',
    assigned_to: randomUUID(),
    tags: ['printer'],
    attributes: { floor: 3 },
    due_date: '2026-12-01T10:00:00Z',
    notes: 'Bring a spare drum',
    ...given,
  });
  await makeComment(api, ticket.ticket_id);
  await post(api, `/api/v1/tickets/${ticket.ticket_id}/checklist`, { item_text: 'Clean the rollers' });
  await post(api, `/api/v1/tickets/${ticket.ticket_id}/watchers`, { email: 'boss@client.example' });
  await post(api, `/api/v1/tickets/${ticket.ticket_id}/agents`, { user_id: randomUUID() });
  return ticket;
}
