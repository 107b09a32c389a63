import { isPermissionName } from '@psa/contract-kit';
import type { PublicEvent } from '@psa/contracts-automation';
import type { Db, Ports } from '../../automation-app.ts';
import { tellingOfHidden } from '../event-feed/hidden-tickets.access.ts';
import { ticketTracesOf } from '../event-feed/ticket-traces.rules.ts';
import { readersOf } from './product-events.ts';

/**
 * Events that a workflow must not be told now, because whoever it runs for may not read them, each with the reason. Call it outside of
 * a transaction: other services are asked.
 * @throws SERVICE_UNAVAILABLE when they do not answer
 */
export async function findWithheld(
  db: Db,
  ports: Pick<Ports, 'authors' | 'ticketChannels'>,
  userId: string,
  events: readonly PublicEvent[],
  what = 'the workflow',
): Promise<ReadonlyMap<PublicEvent, string>> {
  if (events.length === 0) return new Map();
  const held = await ports.authors.permissionsOf(db.context, userId);
  if (held === null) return new Map(events.map((event) => [event, `Whoever ${what} runs for is gone or deactivated`]));
  const withheld = new Map<PublicEvent, string>();
  for (const event of events) {
    const missing = readersOf([event.eventname]).filter((name) => !held.has(name));
    if (missing.length > 0) withheld.set(event, `Whoever ${what} runs for may no longer read ${event.eventname} (${missing.join(', ')})`);
  }
  const reader = {
    userId,
    userType: 'internal',
    permissions: new Set([...held].filter(isPermissionName)),
    actor: { id: userId, type: 'user' },
  } as const;
  const readable = events.filter((event) => !withheld.has(event));
  for (const event of await tellingOfHidden(db, ports, reader, readable, ticketTracesOf))
    withheld.set(event, `It is about a ticket whose channel whoever ${what} runs for does not see`);
  return withheld;
}
