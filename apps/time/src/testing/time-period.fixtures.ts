import type { timePeriodRoutes } from '@psa/contracts-time';
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
