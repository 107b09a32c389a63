import { calendarFeedRoutes } from '@psa/contracts-time';
import { Download } from '@psa/http-kit';
import { handlers } from '../../../time-app.ts';
import { aboutHidden, workReader } from '../../work-item/hidden-work.access.ts';
import { occurringIn } from '../schedule.list.ts';
import { issueFeedToken, ownerOfToken, revokeFeedToken } from './calendar-feed.actions.ts';
import { toCalendar } from './calendar.view.ts';

const DAY_MS = 86_400_000;
const DAYS_BACK = 30;
const DAYS_AHEAD = 335;

export const calendarFeedHandlers = handlers(calendarFeedRoutes, {
  createCalendarFeed: async ({ db, ports, principal }) => {
    const { token, created_at } = await issueFeedToken(db, principal.userId);
    return { data: { url: `${ports.publicUrl}/api/v1/schedules/feed.ics?token=${token}`, created_at } };
  },

  deleteCalendarFeed: ({ db, principal }) => revokeFeedToken(db, principal.userId),

  readCalendarFeed: async ({ ports, query }) => {
    const { db, owner } = await ownerOfToken(ports, query.token);
    const now = Date.now();
    const window = { start: new Date(now - DAYS_BACK * DAY_MS).toISOString(), end: new Date(now + DAYS_AHEAD * DAY_MS).toISOString() };
    const reader = await workReader(db, ports, owner);
    const found = await occurringIn(db, window, {}, [owner.userId]);
    const hidden = await aboutHidden(
      db,
      reader,
      found.map(({ row }) => row),
    );
    const shown = found.map(({ row, occurrence }) => ({ row: hidden.has(row) ? { ...row, work_item_title: null } : row, occurrence }));
    return new Download('text/calendar; charset=utf-8', toCalendar(shown));
  },
});
