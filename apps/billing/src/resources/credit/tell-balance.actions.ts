import { creditEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../billing-app.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { takeNumber } from '../number-series/number-series.records.ts';
import { creditLeft } from './credit.records.ts';

/** Tells how much credit a client has. Versions ascend by client: whoever changes the same client's credit waits here for the other. */
export async function tellBalance(tx: Tx, client_id: string, currency_code: string): Promise<void> {
  const version = await takeNumber(tx, `credit/${client_id}`);
  const { default_currency } = await readBillingSettings(tx);
  const balance = await creditLeft(tx, client_id, currency_code);
  emit(
    tx,
    creditEvents.balance_changed,
    { client_id, currency_code, balance, is_default_currency: currency_code === default_currency },
    version,
  );
}
