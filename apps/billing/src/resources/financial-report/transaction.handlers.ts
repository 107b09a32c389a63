import { addDays } from '@psa/calendar';
import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { fixedMembers, transactionRoutes } from '@psa/contracts-billing';
import type { Principal } from '@psa/http-kit';
import { type Db, handlers } from '../../billing-app.ts';
import { grantCredit, reverseGrant } from '../credit/credit.actions.ts';
import { lockCredit } from '../credit/credit.records.ts';
import { refundInvoice } from '../invoice-lifecycle/payment.actions.ts';
import { bulkResults, eachOf } from '../ledger/each-of.ts';
import { describeEntry, findEntry, findReversal } from '../ledger/journal.records.ts';
import { findTransaction, listTransactions } from '../ledger/transaction.list.ts';
import { trialBalance } from '../ledger/trial-balance.records.ts';
import { creditsOver, revenueOver } from './financial-analytics.records.ts';
import { reconcile } from './reconciliation.records.ts';

const YEAR_DAYS = 365;
const today = () => new Date().toISOString().slice(0, 10);

export const transactionHandlers = handlers(transactionRoutes, {
  listTransactions: async ({ db, query }) => {
    const { rows, pagination } = await listTransactions(db, query);
    return { data: rows, pagination };
  },

  createTransaction: async ({ db, ports, body }) => {
    const { entry_id } = await grantCredit(db, ports, body);
    return { data: await requireTransaction(db, entry_id) };
  },

  getTransaction: async ({ db, params }) => ({ data: await requireTransaction(db, params.id) }),

  updateTransaction: async ({ db, params, body }) => {
    await requireTransaction(db, params.id);
    const fields = fixedMembers.filter((name) => body[name] !== undefined);
    if (fields.length > 0) throw conflict('Money in the journal never changes: reverse the entry instead', { fields });
    const { description, metadata } = body;
    const changes = { ...(description !== undefined && { description }), ...(metadata !== undefined && { metadata }) };
    if (Object.keys(changes).length > 0) await describeEntry(db, params.id, changes);
    return { data: await requireTransaction(db, params.id) };
  },

  bulkTransactions: async ({ db, principal, body: { transaction_ids, operation, reason } }) => {
    const change = (id: string) => (operation === 'reverse' ? reverse(db, principal, id, reason) : refuse(db, id));
    return { data: bulkResults(await eachOf(transaction_ids, change)) };
  },

  getTrialBalance: async ({ db, query: { as_of_date = today(), client_id } }) => {
    const accounts = await trialBalance(db, as_of_date, client_id);
    const totals = [...Map.groupBy(accounts, ({ currency_code }) => currency_code)].map(([currency_code, rows]) => ({
      currency_code,
      debit: rows.reduce((sum, { debit }) => sum + debit, 0),
      credit: rows.reduce((sum, { credit }) => sum + credit, 0),
    }));
    return { data: { as_of_date, accounts, totals } };
  },

  runReconciliation: async ({ db, body }) => ({ data: await reconcile(db, body.client_id) }),

  getFinancialAnalytics: async ({ db, query }) => {
    const date_to = query.date_to ?? today();
    const date_from = query.date_from ?? addDays(date_to, -YEAR_DAYS);
    if (date_from > date_to) throw invalidField('date_from', 'must not be after date_to');
    const window = { ...query, date_from, date_to };
    const wanted = query.metrics ?? ['revenue', 'credits'];
    const [revenue, credits] = await Promise.all([
      wanted.includes('revenue') ? revenueOver(db, window) : [],
      wanted.includes('credits') ? creditsOver(db, window) : [],
    ]);
    return { data: { revenue, credits } };
  },
});

async function requireTransaction(db: Db, id: string) {
  const found = await findTransaction(db, id);
  if (found === undefined) throw notFound('Transaction');
  return found;
}

/** Nothing waits for approval: entries are completed. */
async function refuse(db: Db, id: string): Promise<never> {
  await requireTransaction(db, id);
  throw conflict('The entry is completed', { status: 'completed' });
}

/** Enters the opposite of a grant or a payment. @throws NOT_FOUND, CONFLICT when it is neither, reversed already, or used */
async function reverse(db: Db, principal: Principal, id: string, reason = 'Reversed'): Promise<void> {
  const entry = await findEntry(db, id);
  if (entry === undefined) throw notFound('Transaction');
  if (entry.type === 'payment' && entry.invoice_id !== null)
    return void (await refundInvoice(
      db,
      entry.invoice_id,
      { amount: -entry.amount, reason, refund_method: 'reversal' },
      principal.userId,
      undefined,
      id,
    ));
  if (entry.type !== 'credit_issuance' || entry.credit_id === null)
    throw conflict('Only grants of credit and payments are reversed here', { type: entry.type });
  const { credit_id } = entry;
  return db.transaction(async (tx) => {
    const credit = await lockCredit(tx, credit_id);
    if (credit === undefined) throw notFound('Credit');
    if ((await findReversal(tx, id)) !== undefined) throw conflict('The entry is reversed already');
    await reverseGrant(tx, credit, reason);
  });
}
