import { invalidField } from '@psa/contract-kit';
import { type BulkCredits, creditRoutes } from '@psa/contracts-billing';
import { demandPermissions, versioned } from '@psa/http-kit';
import { type Db, handlers, type Ports } from '../../billing-app.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { findItems } from '../invoice/invoice.records.ts';
import { toInvoice } from '../invoice/invoice.view.ts';
import { bulkResults, eachOf } from '../ledger/each-of.ts';
import { creditInvoice } from './apply-credit.actions.ts';
import { createPrepayment, expireCredit, extendCredit, transferCredit } from './credit.actions.ts';
import { findShownCredit, listCredits } from './credit.list.ts';
import { findCredit } from './credit.records.ts';
import { creditBalances } from './credit-balance.records.ts';

export const creditHandlers = handlers(creditRoutes, {
  listCredits: async ({ db, query }) => {
    const { rows, pagination } = await listCredits(db, query);
    return { data: rows, pagination };
  },

  applyCredit: async ({ db, body }) => {
    const { invoice, applied } = await creditInvoice(db, {
      invoiceId: body.invoice_id,
      clientId: body.client_id,
      amount: body.requested_amount,
      isStrict: false,
    });
    return { data: { success: applied > 0, appliedAmount: applied, invoice_id: invoice.invoice_id, balance_due: invoice.balance_due } };
  },

  createPrepayment: async ({ db, ports, body }) => {
    const row = await createPrepayment(db, ports, body);
    const data = toInvoice(row, await findItems(db, [row.invoice_id]));
    return versioned({ data }, row.version, `/api/v1/invoices/${row.invoice_id}`);
  },

  transferCredit: async ({ db, ports, body }) => ({ data: await findShownCredit(db, (await transferCredit(db, ports, body)).credit_id) }),

  validateCredit: async ({ db, body }) => {
    const currency_code = body.currency_code ?? (await readBillingSettings(db)).default_currency;
    const balances = await creditBalances(db, body.client_id);
    const { expected, actual } = balances.find((balance) => balance.currency_code === currency_code) ?? { expected: 0, actual: 0 };
    return {
      data: {
        is_valid: balances.every((balance) => balance.expected === balance.actual),
        currency_code,
        expected_balance: expected,
        actual_balance: actual,
        difference: actual - expected,
      },
    };
  },

  bulkCredits: async ({ db, ports, principal, body }) => {
    if (body.operation === 'transfer') {
      demandPermissions(principal, ['financial:transfer']);
      if (body.target_client_id === undefined) throw invalidField('target_client_id', 'is required to transfer', 'required');
    }
    if (body.operation === 'extend_expiration' && body.expiration_date === undefined)
      throw invalidField('expiration_date', 'is required to extend', 'required');
    return { data: bulkResults(await eachOf(body.credit_ids, (id) => changeCredit(db, ports, id, body))) };
  },
});

async function changeCredit(
  db: Db,
  ports: Ports,
  id: string,
  { operation, expiration_date, target_client_id, reason }: BulkCredits,
): Promise<void> {
  if (operation === 'expire') return expireCredit(db, id, reason ?? null);
  if (operation === 'extend_expiration') return void (await extendCredit(db, id, expiration_date ?? null));
  const amount = (await findCredit(db, id))?.remaining_amount ?? 0;
  await transferCredit(db, ports, { source_credit_id: id, target_client_id: target_client_id!, amount, reason });
}
