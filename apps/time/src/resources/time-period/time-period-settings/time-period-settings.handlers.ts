import { type TimePeriodSettings, timePeriodSettingsRoutes } from '@psa/contracts-time';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../../time-app.ts';
import { createTimePeriodSettings, updateTimePeriodSettings } from './time-period-settings.actions.ts';
import { listTimePeriodSettings, type TimePeriodSettingsRecord } from './time-period-settings.records.ts';

const toTimePeriodSettings = ({ version: _version, ...row }: TimePeriodSettingsRecord): TimePeriodSettings => ({
  ...row,
  frequency_unit: row.interval,
});

export const timePeriodSettingsHandlers = handlers(timePeriodSettingsRoutes, {
  listTimePeriodSettings: async ({ db, query }) => {
    const { rows, pagination } = await listTimePeriodSettings(db, query);
    return { data: rows.map((row) => toTimePeriodSettings(row)), pagination };
  },

  createTimePeriodSettings: async ({ db, body }) => {
    const row = await createTimePeriodSettings(db, body);
    return versioned({ data: toTimePeriodSettings(row) }, row.version);
  },

  updateTimePeriodSettings: async ({ db, params, body, ifMatch }) => {
    const row = await updateTimePeriodSettings(db, params.id, body, ifMatch);
    return versioned({ data: toTimePeriodSettings(row) }, row.version);
  },
});
