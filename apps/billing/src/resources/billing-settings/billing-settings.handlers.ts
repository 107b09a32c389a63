import { isBusinessTime } from '@psa/calendar';
import { conflict, invalidField } from '@psa/contract-kit';
import { type BillingSettings, billingSettingsRoutes } from '@psa/contracts-billing';
import { demandPermissions, demandVersion, versioned } from '@psa/http-kit';
import { isCurrency } from '@psa/money';
import { type Db, handlers } from '../../billing-app.ts';
import { hoursOf, readBillingSettings, writeBillingSettings } from './billing-settings.records.ts';

export const billingSettingsHandlers = handlers(billingSettingsRoutes, {
  getBillingSettings: ({ db }) => answer(db),

  updateBillingSettings: ({ db, principal, body, ifMatch }) => {
    // From then on invoices become final for whoever has said so.
    if (body.zero_dollar_invoice_handling === 'finalized') demandPermissions(principal, ['invoice:finalize']);
    if (body.default_currency !== undefined && !isCurrency(body.default_currency))
      throw invalidField('default_currency', 'is not a currency of ISO 4217');
    if (body.business_hours !== undefined) assertHours(body.business_hours);
    return db.transaction(async (tx) => {
      const { version, ...current } = await readBillingSettings(tx);
      demandVersion(ifMatch, version);
      assertRounding({ ...current, ...body });
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

/** EN 16931 has one amount of tax for each rate, of the sum of its lines (BR-CO-17). */
function assertRounding({ tax_rounding, e_invoice }: Pick<BillingSettings, 'tax_rounding' | 'e_invoice'>): void {
  if (tax_rounding === 'line' && e_invoice !== 'pdf')
    throw invalidField('tax_rounding', 'must be group where invoices are electronic: EN 16931 taxes the sum of each rate');
}

function assertHours(hours: BillingSettings['business_hours']): void {
  if (hours.start >= hours.end) throw invalidField(['business_hours', 'end'], 'must be later than start');
  try {
    isBusinessTime('2026-01-01T00:00:00Z', hoursOf(hours));
  } catch {
    throw invalidField(['business_hours', 'time_zone'], 'is not the IANA name of a zone');
  }
}
