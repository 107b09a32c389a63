import { notFound } from '@psa/contract-kit';
import { timePeriodRoutes } from '@psa/contracts-time';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../time-app.ts';
import { createTimePeriod, deleteTimePeriod, generateTimePeriods, updateTimePeriod } from './time-period.actions.ts';
import { listTimePeriods } from './time-period.list.ts';
import { findTimePeriod } from './time-period.records.ts';
import { toTimePeriod } from './time-period.view.ts';

export const timePeriodHandlers = handlers(timePeriodRoutes, {
  listTimePeriods: async ({ db, query }) => {
    const { rows, pagination } = await listTimePeriods(db, query);
    return { data: rows.map((row) => toTimePeriod(row)), pagination };
  },

  createTimePeriod: async ({ db, body }) => {
    const row = await createTimePeriod(db, body);
    return versioned({ data: toTimePeriod(row) }, row.version, `/api/v1/time-periods/${row.period_id}`);
  },

  generateTimePeriods: async ({ db, body }) => {
    const rows = await generateTimePeriods(db, body);
    return { data: { periods: rows.map((row) => toTimePeriod(row)) } };
  },

  getTimePeriod: async ({ db, params }) => {
    const row = await findTimePeriod(db, params.id);
    if (row === undefined) throw notFound('Time period');
    return versioned({ data: toTimePeriod(row) }, row.version);
  },

  updateTimePeriod: async ({ db, params, body, ifMatch }) => {
    const row = await updateTimePeriod(db, params.id, body, ifMatch);
    return versioned({ data: toTimePeriod(row) }, row.version);
  },

  deleteTimePeriod: ({ db, params, ifMatch }) => deleteTimePeriod(db, params.id, ifMatch),
});
