import { randomUUID } from 'node:crypto';
import type { timeEntryRoutes, timeSettingsRoutes, timeTemplateRoutes, timeTrackingRoutes, workingHoursRoutes } from '@psa/contracts-time';
import type { Fixture } from '@psa/test-kit/derived';
import { anEntry, makeEntry, makeMonth, SERVICE } from './make-time.ts';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

const withEntries =
  (query: Record<string, string> = {}): Fixture =>
  async ({ api }) => {
    await makeEntry(api);
    return { query };
  };

const onEntry: Fixture = async ({ api }) => ({ params: { id: (await makeEntry(api)).entry_id } });

export const timeEntryFixtures: Fixtures<typeof timeEntryRoutes> = {
  listTimeEntries: withEntries(),
  createTimeEntry: async ({ api }) => {
    await makeMonth(api);
    return { body: anEntry({ contract_line_id: randomUUID(), tax_region: 'DE' }) };
  },
  bulkCreateTimeEntries: async ({ api }) => {
    await makeMonth(api);
    return { body: { entries: [anEntry(), anEntry({}, 3)] } };
  },
  searchTimeEntries: withEntries({ query: 'toner' }),
  exportTimeEntries: withEntries(),
  getTimeEntryStats: withEntries(),
  getTimeEntry: onEntry,
  updateTimeEntry: async (world) => ({ ...(await onEntry(world)), body: { notes: 'Replaced the printer' } }),
  deleteTimeEntry: onEntry,
};

const started = { work_item_type: 'ad_hoc', service_id: SERVICE, notes: 'Tidying up' };

/** A timer can be stopped in any month that has a period. */
const LONG = { start_date: '2020-01-01', end_date: '2040-01-01' };

export const timeTrackingFixtures: Fixtures<typeof timeTrackingRoutes> = {
  getActiveSession: async ({ api }) => {
    await api.post('/api/v1/time-entries/start-tracking', started);
    return {};
  },
  startTracking: () => ({ body: { ...started, work_item_type: 'ticket', work_item_id: randomUUID() } }),
  stopTracking: async ({ api }) => {
    await api.post('/api/v1/time-periods', LONG);
    const { body } = await api.post('/api/v1/time-entries/start-tracking', started);
    const end_time = new Date(Date.now() + 3_600_000).toISOString();
    return { params: { sessionId: body.data.session_id as string }, body: { end_time } };
  },
  discardSession: async ({ api }) => {
    await api.post('/api/v1/time-entries/start-tracking', started);
    return {};
  },
};

const aTemplate = () => ({ template_name: `Standby ${randomUUID()}`, work_item_type: 'ad_hoc', service_id: SERVICE });

export const timeTemplateFixtures: Fixtures<typeof timeTemplateRoutes> = {
  listTimeTemplates: async ({ api }) => {
    await api.post('/api/v1/time-entries/templates', aTemplate());
    return {};
  },
  createTimeTemplate: () => ({ body: aTemplate() }),
  deleteTimeTemplate: async ({ api }) => {
    const { body } = await api.post('/api/v1/time-entries/templates', aTemplate());
    return { params: { id: body.data.template_id as string } };
  },
};

export const timeSettingsFixtures: Fixtures<typeof timeSettingsRoutes> = {
  getTimeSettings: () => ({}),
  updateTimeSettings: () => ({ body: { rounding_minutes: 15, rounding_mode: 'up' } }),
};

/** Beyond today for as long as these tests live. */
const hours = (userId: string) => ({ user_id: userId, effective_from: '2099-01-01', minutes_by_weekday: [480, 480, 480, 480, 480, 0, 0] });

export const workingHoursFixtures: Fixtures<typeof workingHoursRoutes> = {
  listWorkingHours: async ({ api, caller }) => {
    await api.post('/api/v1/time-settings/working-hours', hours(caller.userId));
    return {};
  },
  createWorkingHours: ({ caller }) => ({ body: hours(caller.userId) }),
  deleteWorkingHours: async ({ api, caller }) => {
    const { body } = await api.post('/api/v1/time-settings/working-hours', hours(caller.userId));
    return { params: { id: body.data.working_hours_id as string } };
  },
};
