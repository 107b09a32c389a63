import type { Tx } from '../../desk-app.ts';
import { holdChannel } from '../channel/channel.records.ts';
import type { TicketRecord } from './ticket.records.ts';

/** Who of the client portal sees a ticket, where its channel shows tickets to those who opened them. */
type Opened = Pick<TicketRecord, 'entered_by' | 'contact_name_id'>;

/**
 * Whether comments may move from one ticket to another when the channel of either shows tickets to their openers alone. Afterwards nobody
 * may see comments who did not before, and their authors must still see them.
 * @param isPortalUser whether a user is a person of the client portal
 */
function keepsOpeners(source: Opened, target: Opened, isPortalUser: (userId: string) => boolean): boolean {
  if (source.entered_by === target.entered_by) return true;
  if (source.entered_by !== null && isPortalUser(source.entered_by)) return false;
  if (target.entered_by === null || !isPortalUser(target.entered_by)) return true;
  // What staff took down, or came by mail, may join what the same person opened.
  return source.contact_name_id !== null && source.contact_name_id === target.contact_name_id;
}

/** What is wrong with a ticket that {@link findSomebodyElses} finds. */
export const SOMEBODY_ELSES = 'was opened by somebody else, and its channel shows tickets only to who opened them';

/**
 * Finds a ticket whose public comments may not move to another one: users of the portal would see what others wrote, or no longer see
 * what they wrote themselves.
 * @param sources locked, as the target
 */
export async function findSomebodyElses(tx: Tx, sources: readonly TicketRecord[], target: TicketRecord): Promise<TicketRecord | undefined> {
  const channelIds = [...new Set([target, ...sources].map(({ channel_id }) => channel_id))];
  const channels = await Promise.all(channelIds.map((id) => holdChannel(tx, id)));
  const own = new Set(channels.filter(({ portal_visibility }) => portal_visibility === 'own').map(({ channel_id }) => channel_id));
  if (own.size === 0) return undefined;
  const people = await findPortalUsers(
    tx,
    [target, ...sources].map(({ entered_by }) => entered_by),
  );
  return sources.find(
    (source) => (own.has(source.channel_id) || own.has(target.channel_id)) && !keepsOpeners(source, target, (userId) => people.has(userId)),
  );
}

/** Those of some users that are people of the client portal. */
async function findPortalUsers(tx: Tx, userIds: readonly (string | null)[]): Promise<Set<string>> {
  const ids = userIds.filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('user_replicas')
    .select('user_id')
    .where('user_id', 'in', ids)
    .where('user_type', '=', 'client')
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
