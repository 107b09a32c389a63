import { creditEvents } from '@psa/contracts-billing';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../clients-app.ts';
import { keepCreditBalance } from '../resources/client/client.records.ts';
import type { Tables } from '../tables.ts';

/** Keeps the credit of clients in the tenant's own currency. */
export const keepCreditBalances = subscription<Tables, Ports>(
  'clients-credit-balance',
  on(creditEvents.balance_changed, async (tx, { data, aggregateversion }) => {
    if (data.is_default_currency) await keepCreditBalance(tx, data.client_id, data.balance, aggregateversion);
  }),
);
