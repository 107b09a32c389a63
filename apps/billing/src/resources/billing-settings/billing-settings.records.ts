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
  seller_tax_id: null,
  payment_instructions: null,
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
  return row ?? { ...DEFAULT_BILLING_SETTINGS, version: 0 };
}

/**
 * Writes the changes if the settings still have a version.
 * @returns whether they had
 */
export async function writeBillingSettings(tx: Tx, changes: UpdateBillingSettings, version: number): Promise<boolean> {
  const written = await tx
    .insertInto('billing_settings')
    .values({ scope: 'tenant', ...DEFAULT_BILLING_SETTINGS, ...changes })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'scope'])
        .doUpdateSet({ ...changes, version: sql`billing_settings.version + 1`, updated_at: sql`now()` })
        .where('billing_settings.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst();
  return written !== undefined;
}
