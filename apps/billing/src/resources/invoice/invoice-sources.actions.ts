import { invoiceEvents, MAX_WORK_IN_EVENT } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../billing-app.ts';
import type { InvoiceRecord } from './invoice.records.ts';

const ROWS_AT_ONCE = 500;

/** Work a line bills. */
export interface SourceOfItem {
  readonly item_id: string;
  readonly time_entry_id: string;
}

/** A period of a fixed fee that a line bills. */
export interface PeriodOfItem {
  readonly item_id: string;
  readonly client_contract_line_id: string;
  readonly period_start: string;
}

/** Notes what an invoice bills, so that nothing else does, and tells of the work. */
export async function keepSources(
  tx: Tx,
  invoice: InvoiceRecord,
  sources: readonly SourceOfItem[],
  periods: readonly PeriodOfItem[],
): Promise<void> {
  const { invoice_id } = invoice;
  for (let at = 0; at < sources.length; at += ROWS_AT_ONCE) {
    const rows = sources.slice(at, at + ROWS_AT_ONCE).map((source) => ({ ...source, invoice_id }));
    await tx.insertInto('invoice_sources').values(rows).execute();
  }
  if (periods.length > 0)
    await tx
      .insertInto('billed_periods')
      .values(periods.map((period) => ({ ...period, invoice_id })))
      .execute();
  tell(
    tx,
    invoiceEvents.workBilled,
    invoice,
    sources.map(({ time_entry_id }) => time_entry_id),
  );
}

/**
 * Frees what an invoice bills, to be billed again, and tells of the work.
 * @param kept lines that stay; none when absent
 */
export async function releaseSources(tx: Tx, invoice: InvoiceRecord, kept: readonly string[] = []): Promise<void> {
  const { invoice_id } = invoice;
  const goes = [...kept];
  const released = await tx
    .updateTable('invoice_sources')
    .set({ released_at: new Date().toISOString() })
    .where('invoice_id', '=', invoice_id)
    .where('released_at', 'is', null)
    .$if(goes.length > 0, (query) => query.where('item_id', 'not in', goes))
    .returning('time_entry_id')
    .execute();
  await tx
    .deleteFrom('billed_periods')
    .where('invoice_id', '=', invoice_id)
    .$if(goes.length > 0, (query) => query.where('item_id', 'not in', goes))
    .execute();
  tell(
    tx,
    invoiceEvents.workReleased,
    invoice,
    released.map(({ time_entry_id }) => time_entry_id),
  );
}

function tell(
  tx: Tx,
  event: typeof invoiceEvents.workBilled | typeof invoiceEvents.workReleased,
  { invoice_id, client_id, version }: InvoiceRecord,
  timeEntryIds: readonly string[],
): void {
  for (let at = 0; at < timeEntryIds.length; at += MAX_WORK_IN_EVENT) {
    const time_entry_ids = timeEntryIds.slice(at, at + MAX_WORK_IN_EVENT);
    emit(tx, event, { invoice_id, client_id, time_entry_ids, usage_record_ids: [] }, version);
  }
}
