import { creditEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { sql } from 'kysely';
import type { Tx } from '../../billing-app.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { takeNumber } from '../number-series/number-series.records.ts';

/** Tells how much credit a client has. Versions ascend by client: whoever changes the same client's credit waits here for the other. */
export async function tellBalance(tx: Tx, client_id: string, currency_code: string): Promise<void> {
  const version = await takeNumber(tx, `credit/${client_id}`);
  const { default_currency } = await readBillingSettings(tx);
  const { balance } = await tx
    .selectFrom('credits')
    .select(sql<number>`coalesce(sum(remaining_amount), 0)::bigint`.as('balance'))
    .where('client_id', '=', client_id)
    .where('currency_code', '=', currency_code)
    .executeTakeFirstOrThrow();
  emit(
    tx,
    creditEvents.balance_changed,
    { client_id, currency_code, balance, is_default_currency: currency_code === default_currency },
    version,
  );
}
