import { addDays, billingPeriodOf, type BillingCycle, type Period } from '@psa/calendar';
import { ApiError, conflict, notFound } from '@psa/contract-kit';
import { billingCycleEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import type { ClientCopy } from '../../replicas/replica.tables.ts';
import { assertContent } from '../billing-run/content-hash.rules.ts';
import { type Due, dueOf, NothingToBill } from '../billing-run/due-invoice.actions.ts';
import { unapprovedWork } from '../billing-run/due-work.records.ts';
import { assertPurchaseOrder, draftOf, lockBillingOf } from '../billing-run/generate-invoice.actions.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { finalizeLocked } from '../invoice-lifecycle/finalize-invoice.actions.ts';
import type { InvoiceRecord } from '../invoice/invoice.records.ts';
import { findCycle, writeCycle } from './billing-cycle.records.ts';
import { queueBilling } from './billing-job.queue.ts';
import { anchorOfClient, type ClientBilling, moveOn, readClientBilling } from '../client-billing/client-billing.records.ts';

/** How far back what was left unbilled is looked for. */
const FARTHEST_DAYS = 400;
const LONGEST_ERROR = 1_000;

/** What came of a cycle; undefined when none has begun. */
export type CycleResult =
  | { readonly outcome: 'invoiced'; readonly invoice: InvoiceRecord }
  | { readonly outcome: 'nothing_to_bill' }
  | { readonly outcome: 'failed'; readonly error: string };

/**
 * Bills the next cycle of a client that has begun by a day. The cycle is moved on in the transaction that makes its invoice: none is
 * billed twice or left out. One that cannot be billed says why, and stays the next.
 */
export async function billNextCycle(db: Db, ports: Ports, clientId: string, day: string): Promise<CycleResult | undefined> {
  const client = await requireClient(db, ports, clientId);
  try {
    return await db.transaction(async (tx): Promise<CycleResult | undefined> => {
      await lockBillingOf(tx, clientId);
      const billing = await readClientBilling(tx, clientId);
      const period = cycleOf(client, billing, day);
      if (period.start > day) return undefined;
      const head = { client_id: clientId, period_start: period.start, period_end: period.end };
      const settled = { next_cycle_start: period.end, bills_from: billing.bills_from ?? period.start, retry_on: null };
      const billing_cycle_id = uuidv7();
      try {
        const invoice = await invoiceOf(tx, { client, billing, period, billing_cycle_id });
        await moveOn(tx, clientId, settled);
        return { outcome: 'invoiced', invoice };
      } catch (error) {
        if (!(error instanceof NothingToBill)) throw error;
        const unapproved_minutes = (await unapprovedWork(tx, clientId, windowsOf(billing, period).work)).minutes;
        await writeCycle(tx, {
          billing_cycle_id,
          ...head,
          status: 'nothing_to_bill',
          invoice_id: null,
          last_error: null,
          unapproved_minutes,
        });
        await moveOn(tx, clientId, settled);
        return { outcome: 'nothing_to_bill' };
      }
    });
  } catch (error) {
    // What the product itself cannot do now is tried again by the job; what a person has to mend is said.
    if (!(error instanceof ApiError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
    return { outcome: 'failed', error: await noteFailure(db, client, day, error) };
  }
}

/**
 * Bills a cycle that no invoice bills.
 * @param contentHash `content_hash` of the preview; any content is billed when absent
 * @throws NOT_FOUND, CONFLICT when an invoice bills it, there is nothing to bill, the content has changed, or work of it is not approved and is not to be left
 */
export async function billCycle(
  db: Db,
  ports: Ports,
  cycleId: string,
  leaveUnapproved: boolean,
  contentHash?: string,
): Promise<InvoiceRecord> {
  const { client_id } = await requireCycle(db, cycleId);
  const client = await requireClient(db, ports, client_id);
  return db.transaction(async (tx) => {
    await lockBillingOf(tx, client_id);
    const cycle = await requireCycle(tx, cycleId);
    if (cycle.invoice_id !== null) throw conflict('An invoice bills the cycle', { invoice_id: cycle.invoice_id });
    const billing = await readClientBilling(tx, client_id);
    const period = { start: cycle.period_start, end: cycle.period_end };
    if (!leaveUnapproved) await assertApproved(tx, client_id, windowsOf(billing, period).work);
    const invoice = await invoiceOf(tx, { client, billing, period, billing_cycle_id: cycleId, contentHash });
    if (billing.next_cycle_start === null || billing.next_cycle_start < period.end)
      await moveOn(tx, client_id, { next_cycle_start: period.end, bills_from: billing.bills_from ?? period.start, retry_on: null });
    return invoice;
  });
}

/** What a cycle would be billed as. @throws NOT_FOUND, CONFLICT */
export async function dueOfCycle(db: Db, ports: Ports, cycleId: string) {
  const cycle = await requireCycle(db, cycleId);
  const client = await requireClient(db, ports, cycle.client_id);
  const billing = await readClientBilling(db, cycle.client_id);
  const window = { start: cycle.period_start, end: cycle.period_end };
  const currency_code = billing.currency_code ?? (await readBillingSettings(db)).default_currency;
  const windows = windowsOf(billing, window);
  const due: Due = await dueOf(db, client, windows, { currency_code, isAlone: false, anchor: anchorOfClient(billing) });
  return { due, client_id: client.client_id, currency_code, window, work: windows.work };
}

/** @throws CONFLICT naming how much work nobody has approved */
export async function assertApproved(db: Db, clientId: string, window: Period): Promise<void> {
  const { entries, minutes } = await unapprovedWork(db, clientId, window);
  if (entries > 0)
    throw conflict(
      `${entries} time entries with ${minutes} billable minutes are not approved: approve them, or ask with leave_unapproved`,
      {
        reason: 'unapproved_time',
        time_entries: entries,
        minutes,
      },
    );
}

/** Fees up to the end of the cycle and work up to its beginning, as far as nothing bills them. */
function windowsOf({ bills_from }: ClientBilling, { start, end }: Period) {
  const farthest = addDays(start, -FARTHEST_DAYS);
  const first = bills_from === null || bills_from > start ? start : bills_from;
  const from = first < farthest ? farthest : first;
  return { invoice: { start, end }, fees: { start: from, end }, work: { start: from, end: start } };
}

/** The next cycle of a client, or of a new one that of a day. After a change of where its cycles begin one is short. */
function cycleOf({ billing_cycle }: ClientCopy, billing: ClientBilling, day: string): Period {
  const next = billing.next_cycle_start;
  const { start, end } = billingPeriodOf(next ?? day, (billing_cycle ?? 'monthly') as BillingCycle, anchorOfClient(billing));
  return { start: next ?? start, end };
}

interface Cycle {
  readonly client: ClientCopy;
  readonly billing: ClientBilling;
  readonly period: Period;
  readonly billing_cycle_id: string;
  readonly contentHash?: string | undefined;
}

async function invoiceOf(tx: Tx, { client, billing, period, billing_cycle_id, contentHash }: Cycle): Promise<InvoiceRecord> {
  assertPurchaseOrder(billing);
  const settings = await readBillingSettings(tx);
  const currency_code = billing.currency_code ?? settings.default_currency;
  const windows = windowsOf(billing, period);
  const due = await dueOf(tx, client, windows, { currency_code, isAlone: false, anchor: anchorOfClient(billing) });
  assertContent({ due, client_id: client.client_id, currency_code, window: period }, contentHash);
  const { minutes: unapproved_minutes } = await unapprovedWork(tx, client.client_id, windows.work);
  const draft = await draftOf(tx, client, due, { window: period, currency_code, po_number: billing.po_number, billing_cycle_id });
  await writeCycle(tx, {
    billing_cycle_id,
    client_id: client.client_id,
    period_start: period.start,
    period_end: period.end,
    status: 'invoiced',
    invoice_id: draft.invoice_id,
    last_error: null,
    unapproved_minutes,
  });
  const isFree = draft.total_amount === 0 && settings.zero_dollar_invoice_handling === 'finalized';
  if (!(billing.auto_finalize || isFree) || settings.require_approval) return draft;
  const invoice = await finalizeLocked(tx, draft, settings);
  if (billing.auto_send) queueBilling(tx, [{ send_invoice_id: invoice.invoice_id }]);
  return invoice;
}

async function noteFailure(db: Db, client: ClientCopy, day: string, error: ApiError): Promise<string> {
  const last_error = error.message.slice(0, LONGEST_ERROR);
  await db.transaction(async (tx) => {
    const { start, end } = cycleOf(client, await readClientBilling(tx, client.client_id), day);
    const { billing_cycle_id, version } = await writeCycle(tx, {
      billing_cycle_id: uuidv7(),
      client_id: client.client_id,
      period_start: start,
      period_end: end,
      status: 'failed',
      invoice_id: null,
      last_error,
      unapproved_minutes: 0,
    });
    const retry_on = addDays(day, 1);
    await moveOn(tx, client.client_id, { retry_on });
    const facts = { billing_cycle_id, client_id: client.client_id, period_start: start, period_end: end, error: last_error, retry_on };
    emit(tx, billingCycleEvents.failed, facts, version);
  });
  return last_error;
}

async function requireCycle(db: Db, id: string) {
  const cycle = await findCycle(db, id);
  if (cycle === undefined) throw notFound('Billing cycle');
  return cycle;
}
