import { payload, routes } from '@psa/contract-kit';
import { EventFeedPage, EventFeedQuery } from './event-feed.schemas.ts';
import { eventReaders } from './event-readers.ts';
import { automationGroup } from './group.ts';

const description = `
Every fact of the tenant in one order that never changes and has no gaps: a consumer that reads on after its last position has missed nothing.
An event is there for those who may read its subject; people of a client see what concerns their client. Events are kept for 30 days; a position before
that is a 410. Facts about one subject may arrive in another order than they happened: \`aggregateversion\` tells which is newer.

With \`Accept: text/event-stream\` the same as server-sent events: \`id\` is the position, \`event\` the name, \`data\` the event. The stream is quiet for 15 seconds
at most, and ends when the caller loses a permission, the key ends or the service stops: reconnect with \`Last-Event-ID\`.
`.trim();

export const eventFeedRoutes = routes(automationGroup('Events'), {
  readEvents: {
    method: 'get',
    path: '/api/v1/events',
    permission: 'session',
    mayUse: eventReaders,
    summary: 'Read what has happened',
    description,
    query: EventFeedQuery,
    reply: { ...payload(EventFeedPage), media: ['text/event-stream'] },
    errors: ['CURSOR_EXPIRED'],
  },
});
