import type { BusinessHours } from '@psa/calendar';
import type { BillingSettings, UpdateBillingSettings } from '@psa/contracts-billing';
import { sql } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';

/** As long as a tenant has changed nothing. */
export const DEFAULT_BILLING_SETTINGS: BillingSettings = {
  default_currency: 'USD',
  require_approval: false,
  enable_credit_expiration: true,
  credit_expiration_days: 365,
  credit_application_order: 'expiration_first',
  seller_name: null,
  seller_address: null,
  seller_city: null,
  seller_postal_code: null,
  seller_country_code: null,
  e_invoice: 'pdf',
  seller_contact_name: null,
  seller_phone: null,
  seller_email: null,
  seller_iban: null,
  seller_tax_id: null,
  payment_instructions: null,
  business_hours: { time_zone: 'UTC', days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' },
  tax_rounding: 'group',
  zero_dollar_invoice_handling: 'normal',
  auto_apply_credit: true,
};

const MEMBERS = Object.keys(DEFAULT_BILLING_SETTINGS) as (keyof BillingSettings)[];

/** How the tenant has it; version 0 as long as nothing was changed. */
export async function readBillingSettings(db: Db): Promise<BillingSettings & { readonly version: number }> {
  const row = await db
    .selectFrom('billing_settings')
    .select([...MEMBERS, 'version'])
    .where('scope', '=', 'tenant')
    .executeTakeFirst();
  return row === undefined
    ? { ...DEFAULT_BILLING_SETTINGS, version: 0 }
    : { ...row, business_hours: row.business_hours ?? DEFAULT_BILLING_SETTINGS.business_hours };
}

/**
 * Writes the changes if the settings still have a version.
 * @returns whether they had
 */
export async function writeBillingSettings(tx: Tx, changes: UpdateBillingSettings, version: number): Promise<boolean> {
  const { business_hours, ...others } = changes;
  const written = { ...others, ...(business_hours !== undefined && { business_hours: JSON.stringify(business_hours) }) };
  const row = await tx
    .insertInto('billing_settings')
    .values({ scope: 'tenant', ...DEFAULT_BILLING_SETTINGS, business_hours: null, ...written })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'scope'])
        .doUpdateSet({ ...written, version: sql`billing_settings.version + 1`, updated_at: sql`excluded.updated_at` })
        .where('billing_settings.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst();
  return row !== undefined;
}

/** Hours as the calendar has them. */
export function hoursOf({ time_zone, days, start, end }: BillingSettings['business_hours']): BusinessHours {
  return { timeZone: time_zone, week: [1, 2, 3, 4, 5, 6, 7].map((day) => (days.includes(day) ? [{ start, end }] : [])) };
}
