import { daysBetween, type Period } from '@psa/calendar';
import { conflict, invalidField } from '@psa/contract-kit';
import { invoiceEvents, type PreviewInvoice } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import type { ClientCopy } from '../../replicas/replica.tables.ts';
import { billedServices } from '../invoice/billed-services.records.ts';
import { type ComputedLines, computeLines, type Line } from '../invoice/invoice-lines.actions.ts';
import { keepSources, type PeriodOfItem, type SourceOfItem } from '../invoice/invoice-sources.actions.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { assertHead, dueDate } from '../invoice/invoice.actions.ts';
import { insertInvoice, type InvoiceRecord } from '../invoice/invoice.records.ts';
import { billedPeriods, dueWork, MAX_ENTRIES, termsOfClient } from './due-work.records.ts';
import { type FixedCharge, fixedCharges } from './fixed-charges.rules.ts';
import { type HourlyCharge, hourlyCharges } from './hourly-charges.rules.ts';

const MAX_WINDOW_DAYS = 366;
const LOCK_CLIENT = "select pg_advisory_xact_lock(hashtextextended('psa.billing.run.' || $1 || $2, 0))";

/** What a client owes in a window, as lines that were priced and what they bill. */
export interface Due {
  readonly computed: ComputedLines;
  readonly sources: readonly SourceOfItem[];
  readonly periods: readonly PeriodOfItem[];
}

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
    const { computed, sources, periods } = await dueOf(tx, client, window, currency_code);
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
    await keepSources(tx, row, sources, periods);
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

/** One function for preview and invoice: what is shown is what is billed. */
async function dueOf(db: Db, client: ClientCopy, window: Period, currency_code: string): Promise<Due> {
  const { hourly, fixed } = await termsOfClient(db, client.client_id);
  const work = await dueWork(db, client.client_id, window);
  if (work.length > MAX_ENTRIES) throw invalidField('period_end', `gives more than ${MAX_ENTRIES} time entries: ask for a shorter window`);
  const billed = await billedPeriods(
    db,
    fixed.map(({ client_contract_line_id }) => client_contract_line_id),
  );
  const fees = fixed.flatMap((terms) => fixedCharges(terms, window)).filter((charge) => !billed.has(keyOf(charge)));
  const charges = hourlyCharges(work, hourly);
  const services = await billedServices(
    db,
    charges.map(({ service_id }) => service_id),
  );
  const lines: Line[] = [];
  const sources: SourceOfItem[] = [];
  const periods: PeriodOfItem[] = [];
  for (const charge of fees) {
    const item_id = uuidv7();
    lines.push({ ...lineOfFee(charge), item_id });
    periods.push({ item_id, client_contract_line_id: charge.terms.client_contract_line_id, period_start: charge.period.start });
  }
  for (const charge of charges) {
    const item_id = uuidv7();
    lines.push({ ...lineOfWork(charge, services.get(charge.service_id)?.service_name ?? 'Work', window), item_id });
    for (const { entry_id } of charge.entries) sources.push({ item_id, time_entry_id: entry_id });
  }
  if (lines.length === 0)
    throw conflict('There is nothing to bill', { client_id: client.client_id, period_start: window.start, period_end: window.end });
  const invoice_date = new Date().toISOString().slice(0, 10);
  return { computed: await computeLines(db, lines, { client, currency_code, invoice_date }), sources, periods };
}

const keyOf = ({ terms, period }: FixedCharge) => `${terms.client_contract_line_id}/${period.start}`;

function lineOfFee({ terms, period, covered, amount }: FixedCharge): Line {
  const isPart = covered.start !== period.start || covered.end !== period.end;
  const days = `${daysBetween(covered.start, covered.end)} of ${daysBetween(period.start, period.end)} days`;
  return {
    description: terms.contract_line_name,
    quantity: 1,
    unit_price: amount,
    contract_line_id: terms.contract_line_id,
    is_manual: false,
    is_discount: false,
    service_period_start: period.start,
    service_period_end: period.end,
    explanation: `Fee of ${terms.rate} for ${period.start} to ${period.end} in ${terms.billing_timing}${isPart && terms.enable_proration ? `, ${days}` : ''}`,
  };
}

function lineOfWork({ service_id, terms, tax_region, minutes, entries }: HourlyCharge, name: string, window: Period): Line {
  const worked = entries.reduce((sum, { billable_duration }) => sum + billable_duration, 0);
  const by = terms === null ? 'at the price of the service' : `by ${terms.contract_line_name}`;
  const rules = terms === null ? '' : `; each at least ${terms.minimum} minutes, rounded up to ${Math.max(1, terms.roundUpTo)}`;
  return {
    description: name,
    quantity: Math.round((minutes / 60) * 1e6) / 1e6,
    minutes,
    service_id,
    contract_line_id: terms?.contract_line_id ?? null,
    ...(terms?.rate !== undefined && terms.rate !== null && { unit_price: terms.rate }),
    tax_region,
    is_manual: false,
    is_discount: false,
    service_period_start: window.start,
    service_period_end: window.end,
    explanation: `${entries.length} time entries with ${worked} minutes, ${minutes} billed ${by}${rules}`,
  };
}
