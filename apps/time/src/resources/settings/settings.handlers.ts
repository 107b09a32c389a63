import { timeSettingsRoutes } from '@psa/contracts-time';
import { demandVersion, versioned } from '@psa/http-kit';
import { handlers } from '../../time-app.ts';
import { lockSettings, readSettings, writeSettings } from './settings.records.ts';

export const settingsHandlers = handlers(timeSettingsRoutes, {
  getTimeSettings: async ({ db }) => {
    const { version, ...settings } = await readSettings(db);
    return versioned({ data: settings }, version);
  },

  updateTimeSettings: ({ db, body, ifMatch }) =>
    db.transaction(async (tx) => {
      demandVersion(ifMatch, (await lockSettings(tx)).version);
      if (Object.keys(body).length > 0) await writeSettings(tx, body);
      const { version, ...settings } = await readSettings(tx);
      return versioned({ data: settings }, version);
    }),
});
