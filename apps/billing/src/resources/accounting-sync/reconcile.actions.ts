import { daysBetween } from '@psa/calendar';
import { conflict, invalidField } from '@psa/contract-kit';
import { type AccountingReconciliation, MAX_SYNC_RECORDS } from '@psa/contracts-billing';
import type { Db, Ports } from '../../billing-app.ts';
import { type AccountingDocument, PAGE_SIZE } from '../../ports/accounting.ts';
import { callProvider, toApiError } from '../accounting-connection/access-token.actions.ts';
import { requireConnection } from '../accounting-connection/accounting-connection.actions.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { compareBooks, type Pair, type Side } from './reconcile.rules.ts';
import { findDocumentsOf, type LinkedDocument } from './reconcile.records.ts';

const MAX_DAYS = 366;

/** Compares the documents of both sides. @throws VALIDATION_ERROR, CONFLICT when no company is connected, or there is too much to compare; BAD_GATEWAY */
export async function reconcile(
  db: Db,
  ports: Ports,
  { date_from, date_to }: { readonly date_from: string; readonly date_to: string },
): Promise<AccountingReconciliation> {
  if (daysBetween(date_from, date_to) > MAX_DAYS) throw invalidField('date_to', `must be at most ${MAX_DAYS} days after date_from`);
  const { realm_id } = await requireConnection(db);
  const { default_currency } = await readBillingSettings(db);
  const read = async (kind: 'invoice' | 'credit_note') => {
    const found: AccountingDocument[] = [];
    for (let start = 1; ; start += PAGE_SIZE) {
      const filter = { from: date_from, to: date_to };
      const page = await callProvider(db, ports, (session) => ports.accounting.quickbooks.page(session, kind, filter, start)).catch(
        toApiError,
      );
      found.push(...page);
      if (found.length > MAX_SYNC_RECORDS) throw conflict(`There are more than ${MAX_SYNC_RECORDS} documents: choose fewer days`);
      if (page.length < PAGE_SIZE)
        return found.map((document) => ({ kind, id: document.id, side: externalSide(document, kind, default_currency) }));
    }
  };
  const external = [...(await read('invoice')), ...(await read('credit_note'))];
  const local = await findDocumentsOf(db, realm_id, date_from, date_to, MAX_SYNC_RECORDS + 1);
  if (local.length > MAX_SYNC_RECORDS) throw conflict(`There are more than ${MAX_SYNC_RECORDS} documents: choose fewer days`);
  const byId = new Map(external.map((document) => [`${document.kind} ${document.id}`, document.side]));
  const pairs: Pair[] = local.map((document) => {
    const key = `${document.kind} ${document.external_id}`;
    const side = byId.get(key);
    byId.delete(key);
    return { invoice_id: document.invoice_id, qbo_invoice_id: document.external_id, local: localSide(document), external: side };
  });
  const unlinked = [...byId].map(([key, side]): Pair => {
    const qbo_invoice_id = key.slice(key.indexOf(' ') + 1);
    return { invoice_id: null, qbo_invoice_id, local: undefined, external: side };
  });
  // What is void on one side and nowhere on the other comes to nothing on both.
  const relevant = [...pairs, ...unlinked].filter(
    ({ local: here, external: there }) =>
      !(here?.isVoided === true && there === undefined) && !(here === undefined && there?.isVoided === true),
  );
  return { realm_id, ...compareBooks(relevant) };
}

function localSide({ kind, invoice_date, currency_code, invoice_number: number, total_amount, status }: LinkedDocument): Side {
  const isVoided = status === 'cancelled';
  const total = isVoided ? 0 : kind === 'credit_note' ? -total_amount : total_amount;
  return { month: invoice_date.slice(0, 7), currency_code, number, total, isVoided };
}

function externalSide({ date, currencyCode, number, total, isVoided }: AccountingDocument, kind: string, currency: string): Side {
  return {
    month: date.slice(0, 7),
    currency_code: currencyCode ?? currency,
    number,
    total: kind === 'credit_note' ? -total : total,
    isVoided,
  };
}
