import { daysBetween } from '@psa/calendar';
import { invalidField } from '@psa/contract-kit';
import { invoiceEvents, type PreviewInvoice } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import { keepSources } from '../invoice/invoice-sources.actions.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { assertHead, dueDate } from '../invoice/invoice.actions.ts';
import { insertInvoice, type InvoiceRecord } from '../invoice/invoice.records.ts';
import { type Due, dueOf } from './due-invoice.actions.ts';

const MAX_WINDOW_DAYS = 366;
const LOCK_CLIENT = "select pg_advisory_xact_lock(hashtextextended('psa.billing.run.' || $1 || $2, 0))";

/** @throws VALIDATION_ERROR, CONFLICT when there is nothing to bill, or a region has no tax rate that day */
export async function previewInvoice(db: Db, ports: Ports, input: PreviewInvoice): Promise<Due> {
  const { client, window, currency_code } = await head(db, ports, input);
  return dueOf(db, client, window, currency_code);
}

/**
 * Makes a draft of what a client owes in a window. Of two at once for the same client one waits for the other, and bills what is left.
 * @throws VALIDATION_ERROR, CONFLICT when there is nothing to bill, or a region has no tax rate that day
 */
export async function generateInvoice(db: Db, ports: Ports, input: PreviewInvoice): Promise<InvoiceRecord> {
  const { client, window, currency_code } = await head(db, ports, input);
  const { client_id, client_name } = client;
  const invoice_date = new Date().toISOString().slice(0, 10);
  return db.transaction(async (tx) => {
    await tx.execute({ text: LOCK_CLIENT }, [tx.tenant, client_id]);
    const { computed, sources } = await dueOf(tx, client, window, currency_code);
    const { items, ...sums } = computed;
    const row = await insertInvoice(
      tx,
      {
        invoice_id: uuidv7(),
        invoice_number: null,
        client_id,
        client_name,
        invoice_date,
        due_date: dueDate(invoice_date, client.payment_terms),
        currency_code,
        ...sums,
        status: 'draft',
        approval_reason: null,
        void_reason: null,
        billing_period_start: window.start,
        billing_period_end: window.end,
        is_manual: false,
        po_number: null,
        notes: null,
      },
      items,
    );
    await keepSources(tx, row, sources);
    emitCreated(tx, row);
    return row;
  });
}

function emitCreated(tx: Tx, row: InvoiceRecord): void {
  const { invoice_id, invoice_number, client_id, status, currency_code, subtotal, tax, total_amount, invoice_date, due_date } = row;
  const facts = { invoice_id, invoice_number, client_id, status, currency_code, subtotal, tax, total_amount, invoice_date, due_date };
  emit(tx, invoiceEvents.created, { ...facts, balance_due: 0 }, row.version);
}

async function head(db: Db, ports: Ports, { client_id, period_start: start, period_end: end, currency_code: asked }: PreviewInvoice) {
  if (end <= start) throw invalidField('period_end', 'must be later than period_start');
  if (daysBetween(start, end) > MAX_WINDOW_DAYS)
    throw invalidField('period_end', `must be at most ${MAX_WINDOW_DAYS} days after period_start`);
  const client = await requireClient(db, ports, client_id);
  const currency_code = asked ?? (await readBillingSettings(db)).default_currency;
  assertHead({ invoice_date: start, due_date: end, currency_code });
  return { client, currency_code, window: { start, end } };
}
