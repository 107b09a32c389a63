import { conflict, invalidField } from '@psa/contract-kit';
import { billingSettingsRoutes } from '@psa/contracts-billing';
import { demandVersion, versioned } from '@psa/http-kit';
import { isCurrency } from '@psa/money';
import { type Db, handlers } from '../../billing-app.ts';
import { readBillingSettings, writeBillingSettings } from './billing-settings.records.ts';

export const billingSettingsHandlers = handlers(billingSettingsRoutes, {
  getBillingSettings: ({ db }) => answer(db),

  updateBillingSettings: ({ db, body, ifMatch }) => {
    if (body.default_currency !== undefined && !isCurrency(body.default_currency))
      throw invalidField('default_currency', 'is not a currency of ISO 4217');
    return db.transaction(async (tx) => {
      const { version } = await readBillingSettings(tx);
      demandVersion(ifMatch, version);
      if (Object.keys(body).length > 0 && !(await writeBillingSettings(tx, body, version)))
        throw conflict('Somebody else changed the settings meanwhile');
      return answer(tx);
    });
  },
});

async function answer(db: Db) {
  const { version, ...settings } = await readBillingSettings(db);
  return versioned({ data: settings }, version);
}
