import { ApiError } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import type { Db, Ports } from '../../automation-app.ts';
import { eventCatalogue } from '../../event-catalogue.ts';
import { selects } from '../webhook/event-selection.rules.ts';
import { canTellOfTickets, type TicketTrace } from './ticket-traces.rules.ts';

type Caller = Pick<Principal, 'userId' | 'userType' | 'permissions' | 'actor'>;

/**
 * Which things a caller must not be told, because they tell of tickets whose channels are for other teams. A ticket that is gone counts
 * as one of those, unless its channel is told. Call it outside of a transaction: the desk may have to be asked.
 * @param tracesOf looked at only where something is hidden from the caller
 * @throws SERVICE_UNAVAILABLE when they tell of tickets, and the desk does not answer
 */
export async function tellingOfHidden<Thing>(
  db: Db,
  { ticketChannels }: Pick<Ports, 'ticketChannels'>,
  caller: Caller,
  things: readonly Thing[],
  tracesOf: (thing: Thing) => readonly TicketTrace[],
): Promise<ReadonlySet<Thing>> {
  // What people of a client see is told by the event, and nothing of tickets is.
  if (things.length === 0 || caller.userType === 'client') return new Set();
  const hidden = await ticketChannels.hiddenFrom(db.context, caller);
  if (hidden?.size === 0) return new Set();
  const told = things.map((thing) => ({ thing, traces: tracesOf(thing) })).filter(({ traces }) => traces.length > 0);
  if (told.length === 0) return new Set();
  if (hidden === undefined) throw unanswered();
  const asked = new Set(told.flatMap(({ traces }) => traces.flatMap(({ ticketId }) => ticketId ?? [])));
  const channels = asked.size === 0 ? new Map<string, string>() : await ticketChannels.channelsOf(db.context, [...asked]);
  // The channel of now counts as well as the one that is told: a ticket that was moved takes its past along.
  const isHidden = ({ ticketId = '', channelId }: TicketTrace) => {
    const ofTicket = [channelId, channels.get(ticketId)].filter((channel) => channel !== undefined);
    return ofTicket.length === 0 || ofTicket.some((channel) => hidden.has(channel));
  };
  return new Set(told.filter(({ traces }) => traces.some(isHidden)).map(({ thing }) => thing));
}

/**
 * Whoever has events sent to a webhook, or a workflow react to them, learns of the tickets of all channels.
 * @param patterns that events are selected by
 * @throws FORBIDDEN when they select events that can tell of tickets, and the caller does not see all of these
 */
export async function demandEveryTicket(
  db: Db,
  { ticketChannels }: Pick<Ports, 'ticketChannels'>,
  caller: Caller,
  patterns: readonly string[],
): Promise<void> {
  const tells = eventCatalogue.some((event) => canTellOfTickets(event) && patterns.some((pattern) => selects(pattern, event.name)));
  if (!tells) return;
  const hidden = await ticketChannels.hiddenFrom(db.context, caller);
  if (hidden === undefined) throw unanswered();
  if (hidden.size > 0)
    throw new ApiError(
      'FORBIDDEN',
      'Only who sees the tickets of all channels may send their events to a webhook or have workflows react to them',
    );
}

function unanswered(): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', 'The desk service, which knows who sees which tickets, did not answer');
}
