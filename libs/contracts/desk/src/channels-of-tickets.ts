import { MAX_TICKETS_ASKED } from './ticket.rpc.ts';

/** What the desk answers about some tickets. */
interface Answer {
  readonly tickets: readonly { readonly ticket_id: string; readonly channel_id: string }[];
}

/**
 * The channels of any number of tickets by ticket; those of tickets that are not there are left out.
 * @param ask puts `listChannelsOfTickets` to the desk
 */
export async function channelsOfTickets(
  ticketIds: readonly string[],
  ask: (ticketIds: string[]) => Promise<Answer>,
): Promise<Map<string, string>> {
  const ids = [...new Set(ticketIds)];
  const channels = new Map<string, string>();
  for (let start = 0; start < ids.length; start += MAX_TICKETS_ASKED) {
    const { tickets } = await ask(ids.slice(start, start + MAX_TICKETS_ASKED));
    for (const { ticket_id, channel_id } of tickets) channels.set(ticket_id, channel_id);
  }
  return channels;
}
