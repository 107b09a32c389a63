import type { timePeriodRoutes, timePeriodSettingsRoutes } from '@psa/contracts-time';
import type { Fixture } from '@psa/test-kit/derived';

const WEEK = { start_date: '2026-01-05', end_date: '2026-01-12' };

const onTimePeriod: Fixture = async ({ api }) => {
  const { body } = await api.post('/api/v1/time-periods', WEEK);
  return { params: { id: body.data.period_id as string } };
};

export const timePeriodFixtures: { readonly [K in keyof typeof timePeriodRoutes]: Fixture } = {
  listTimePeriods: async (world) => {
    await onTimePeriod(world);
    return {};
  },
  createTimePeriod: () => ({ body: WEEK }),
  generateTimePeriods: () => ({ body: { start_date: '2026-01-31', end_date: '2026-06-30', frequency: 'monthly' } }),
  getTimePeriod: onTimePeriod,
  updateTimePeriod: async (world) => ({ ...(await onTimePeriod(world)), body: { end_date: '2026-01-11' } }),
  deleteTimePeriod: onTimePeriod,
};

const MONTHLY = { frequency: 'monthly', start_day: 1, effective_from: '2026-01-01' };

export const timePeriodSettingsFixtures: { readonly [K in keyof typeof timePeriodSettingsRoutes]: Fixture } = {
  listTimePeriodSettings: async ({ api }) => {
    await api.post('/api/v1/time-periods/settings', MONTHLY);
    return {};
  },
  createTimePeriodSettings: () => ({ body: MONTHLY }),
  updateTimePeriodSettings: async ({ api }) => {
    const { body } = await api.post('/api/v1/time-periods/settings', MONTHLY);
    return { params: { id: body.data.time_period_settings_id as string }, body: { effective_to: '2030-01-01' } };
  },
};
