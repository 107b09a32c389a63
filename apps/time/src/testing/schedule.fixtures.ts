import { randomUUID } from 'node:crypto';
import type { calendarFeedRoutes, holidayRoutes, scheduleRoutes } from '@psa/contracts-time';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

const DAILY = { frequency: 'daily', endDate: '2026-06-30' };

/** A visit on the morning of 1 June 2026. */
export function aVisit(given: Record<string, unknown> = {}): Record<string, unknown> {
  return { title: 'Visit', scheduled_start: '2026-06-01T08:00:00Z', scheduled_end: '2026-06-01T10:00:00Z', timezone: 'UTC', ...given };
}

/** Puts a visit on a schedule. */
export async function makeVisit(api: TestApi, given: Record<string, unknown> = {}): Promise<string> {
  const { status, body, text } = await api.post('/api/v1/schedules', aVisit(given));
  if (status !== 201) throw new Error(text);
  return body.data.entry_id as string;
}

const onVisit: Fixture = async ({ api }) => ({ params: { id: await makeVisit(api) } });

export const scheduleFixtures: Fixtures<typeof scheduleRoutes> = {
  listSchedules: async ({ api }) => {
    await makeVisit(api);
    return {};
  },
  createScheduleEntry: ({ caller }) => ({
    body: aVisit({ work_item_type: 'ticket', work_item_id: randomUUID(), assigned_user_ids: [caller.userId], recurrence_pattern: DAILY }),
  }),
  getFreeBusy: async ({ api, caller }) => {
    await makeVisit(api);
    return { query: { user_ids: caller.userId, start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-08T00:00:00Z' } };
  },
  getScheduleEntry: onVisit,
  updateScheduleEntry: async ({ api }) => ({
    params: { id: await makeVisit(api, { recurrence_pattern: DAILY }) },
    query: { scope: 'single', occurrence_date: '2026-06-03' },
    body: { title: 'Call' },
  }),
  deleteScheduleEntry: onVisit,
};

const HOLIDAY = { name: 'Midsummer', date: '2026-06-20' };

export const holidayFixtures: Fixtures<typeof holidayRoutes> = {
  listHolidays: async ({ api }) => {
    await api.post('/api/v1/schedules/holidays', HOLIDAY);
    return {};
  },
  createHoliday: () => ({ body: HOLIDAY }),
  deleteHoliday: async ({ api }) => {
    const { body } = await api.post('/api/v1/schedules/holidays', HOLIDAY);
    return { params: { id: body.data.holiday_id as string } };
  },
};

async function feedToken(api: TestApi): Promise<string> {
  const { body } = await api.post('/api/v1/schedules/feed');
  return new URL(body.data.url as string).searchParams.get('token') as string;
}

export const calendarFeedFixtures: Fixtures<typeof calendarFeedRoutes> = {
  createCalendarFeed: () => ({}),
  deleteCalendarFeed: async ({ api }) => {
    await feedToken(api);
    return {};
  },
  readCalendarFeed: async ({ api }) => ({ query: { token: await feedToken(api) } }),
};
