import { timeSettingsRoutes } from '@psa/contracts-time';
import { demandVersion, versioned } from '@psa/http-kit';
import { handlers } from '../../time-app.ts';
import { requireService } from '../work-item/work-item.references.ts';
import { lockSettings, readSettings, writeSettings } from './settings.records.ts';

export const settingsHandlers = handlers(timeSettingsRoutes, {
  getTimeSettings: async ({ db }) => {
    const { version, ...settings } = await readSettings(db);
    return versioned({ data: settings }, version);
  },

  updateTimeSettings: async ({ db, ports, body, ifMatch }) => {
    if (body.default_service_id) await requireService(db, ports, body.default_service_id, 'default_service_id');
    return db.transaction(async (tx) => {
      demandVersion(ifMatch, (await lockSettings(tx)).version);
      if (Object.keys(body).length > 0) await writeSettings(tx, body);
      const { version, ...settings } = await readSettings(tx);
      return versioned({ data: settings }, version);
    });
  },
});
