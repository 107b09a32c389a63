import { eventFeedRoutes, type PublicEvent } from '@psa/contracts-automation';
import { EventStream, wantsEventStream } from '@psa/http-kit';
import { handlers } from '../../automation-app.ts';
import { eventCatalogue } from '../../event-catalogue.ts';
import { requireKnownEvents } from '../webhook/webhook.rules.ts';
import { readFeedHead } from './event-feed.records.ts';
import { feedScope, startPosition } from './event-feed.rules.ts';
import { toCursor } from './feed-position.ts';
import { tellingOfHidden } from './hidden-tickets.access.ts';
import { type FilterRows, readFeedPage, requireStreamRoom, streamFeed } from './read-feed.ts';
import { ticketTracesOf } from './ticket-traces.rules.ts';

export const eventFeedHandlers = handlers(eventFeedRoutes, {
  readEvents: async ({ db, principal, ports, query: { after, limit, type, subject }, request: { headers } }) => {
    if (type !== undefined) requireKnownEvents(type, eventCatalogue, 'type');
    const scope = { ...feedScope(principal, eventCatalogue, type), subject };
    const withoutHidden: FilterRows = async (rows) => {
      const hidden = await tellingOfHidden(db, ports, principal, rows, ({ event }) => ticketTracesOf(JSON.parse(event) as PublicEvent));
      return rows.filter((row) => !hidden.has(row));
    };
    const head = await readFeedHead(db);
    if (!wantsEventStream(headers['accept'])) {
      const { rows, position, hasMore } = await readFeedPage(db, scope, startPosition(after, head, 'after'), limit, withoutHidden);
      return { data: rows.map(({ event }) => JSON.parse(event) as PublicEvent), next_cursor: toCursor(position), has_more: hasMore };
    }
    const lastEventId = headers['last-event-id'];
    const resumes = typeof lastEventId === 'string' && lastEventId !== '';
    const start = startPosition(resumes ? lastEventId : after, head, resumes ? 'Last-Event-ID' : 'after');
    requireStreamRoom(ports.feedHints, db.tenant);
    return new EventStream((ended) => streamFeed(db, ports.feedHints, scope, start, ended, withoutHidden));
  },
});
