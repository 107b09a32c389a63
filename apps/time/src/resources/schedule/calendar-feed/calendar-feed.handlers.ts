import { calendarFeedRoutes } from '@psa/contracts-time';
import { Download } from '@psa/http-kit';
import { handlers } from '../../../time-app.ts';
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
    const { db, userId } = await ownerOfToken(ports, query.token);
    const now = Date.now();
    const window = { start: new Date(now - DAYS_BACK * DAY_MS).toISOString(), end: new Date(now + DAYS_AHEAD * DAY_MS).toISOString() };
    const calendar = toCalendar(await occurringIn(db, window, {}, [userId]));
    return new Download('text/calendar; charset=utf-8', calendar);
  },
});
