import { PublicEvent, queryInteger, queryList } from '@psa/contract-kit';
import { z } from 'zod';
import { EventPattern } from './webhook-fields.ts';

export { PublicEvent };

export const EventFeedQuery = z.object({
  after: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      '`next_cursor` of the page before; from the oldest event kept when absent, from now on when it is `latest`. `Last-Event-ID` takes its place on a stream',
    ),
  limit: queryInteger({ min: 1, max: 500, default: 100 }).describe('Events a page'),
  subject: z.string().min(1).max(200).optional().describe('Id of what the events are about, such as an asset'),
  type: queryList(EventPattern).optional().describe('Names of events; `<entity>.*` for all of an entity'),
});
export type EventFeedQuery = z.output<typeof EventFeedQuery>;

export const EventFeedPage = z
  .object({
    data: z.array(PublicEvent),
    next_cursor: z.string().describe('Pass as `after` to read on, also when there was nothing'),
    has_more: z.boolean().describe('Whether to read on at once'),
  })
  .meta({ id: 'EventFeedPage' });
