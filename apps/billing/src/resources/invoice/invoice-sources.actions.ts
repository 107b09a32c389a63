import { conflict } from '@psa/contract-kit';
import { invoiceEvents, MAX_WORK_IN_EVENT } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../billing-app.ts';
import { drawHours, returnHours } from './hour-block-draws.records.ts';
import { openCycle, releaseRows } from './released-sources.records.ts';
import type { InvoiceRecord } from './invoice.records.ts';

const ROWS_AT_ONCE = 500;

/** Work a line bills. */
export interface SourceOfItem {
  readonly item_id: string;
  readonly time_entry_id: string;
  /** Other lines that bill a part of it. */
  readonly also_on: readonly string[];
}

/** A period of a fixed fee that a line bills. */
export interface PeriodOfItem {
  readonly item_id: string;
  readonly client_contract_line_id: string;
  readonly period_start: string;
  /** Exclusive. */
  readonly period_end: string;
  /** Empty for the fee, a service that is counted otherwise. */
  readonly part: string;
}

/** Usage a line bills. */
export interface UsageOfItem {
  readonly item_id: string;
  readonly usage_ids: readonly string[];
}

/** Minutes of a month that a line takes of what a fee includes. */
export interface BucketOfItem extends Omit<PeriodOfItem, 'part' | 'period_end'> {
  readonly service_id: string;
  readonly minutes: number;
  readonly overage_minutes: number;
}

/** Minutes a line takes of a block of hours. */
export interface HoursOfItem {
  readonly item_id: string;
  readonly block_id: string;
  readonly minutes: number;
}

/** Everything an invoice bills. */
export interface Sources {
  readonly work: readonly SourceOfItem[];
  readonly periods: readonly PeriodOfItem[];
  readonly usage: readonly UsageOfItem[];
  readonly buckets: readonly BucketOfItem[];
  readonly hours: readonly HoursOfItem[];
}

/** Notes what an invoice bills, so that nothing else does, and tells of the work. @throws CONFLICT when something was billed meanwhile */
export async function keepSources(tx: Tx, invoice: InvoiceRecord, { work, periods, usage, buckets, hours }: Sources): Promise<void> {
  const { invoice_id } = invoice;
  for (let at = 0; at < work.length; at += ROWS_AT_ONCE) {
    const rows = work.slice(at, at + ROWS_AT_ONCE).map(({ also_on, ...source }) => ({ ...source, also_on: [...also_on], invoice_id }));
    await tx.insertInto('invoice_sources').values(rows).execute();
    await tx
      .updateTable('time_entry_replicas')
      .set({ is_billed: true })
      .where(
        'entry_id',
        'in',
        rows.map(({ time_entry_id }) => time_entry_id),
      )
      .execute();
  }
  if (periods.length > 0)
    await tx
      .insertInto('billed_periods')
      .values(periods.map((period) => ({ ...period, invoice_id })))
      .execute();
  for (const { item_id, usage_ids } of usage) await claimUsage(tx, invoice_id, item_id, usage_ids);
  if (buckets.length > 0)
    await tx
      .insertInto('bucket_draws')
      .values(buckets.map((draw) => ({ ...draw, invoice_id })))
      .execute();
  await drawHours(tx, invoice_id, hours);
  tell(tx, invoiceEvents.workBilled, invoice, {
    time_entry_ids: work.map(({ time_entry_id }) => time_entry_id),
    usage_record_ids: usage.flatMap(({ usage_ids }) => usage_ids),
  });
}

async function claimUsage(tx: Tx, invoice_id: string, item_id: string, usageIds: readonly string[]): Promise<void> {
  for (let at = 0; at < usageIds.length; at += ROWS_AT_ONCE) {
    const ids = usageIds.slice(at, at + ROWS_AT_ONCE);
    const claimed = await tx
      .updateTable('usage_records')
      .set({ invoice_id, item_id })
      .where('usage_id', 'in', ids)
      .where('invoice_id', 'is', null)
      .returning('usage_id')
      .execute();
    if (claimed.length < ids.length) throw conflict('Some of the usage was billed or deleted meanwhile: ask again');
  }
}

/**
 * Frees what an invoice bills, to be billed again, and tells of the work.
 * @param kept lines that stay; none when absent
 */
export async function releaseSources(tx: Tx, invoice: InvoiceRecord, kept: readonly string[] = []): Promise<void> {
  const { invoice_id } = invoice;
  const stays = [...kept];
  const { released, usage } = await releaseRows(tx, invoice_id, stays);
  await returnHours(tx, invoice_id, stays);
  if (stays.length === 0 && invoice.billing_cycle_id !== null) await openCycle(tx, invoice_id);
  tell(tx, invoiceEvents.workReleased, invoice, {
    time_entry_ids: released.map(({ time_entry_id }) => time_entry_id),
    usage_record_ids: usage.map(({ usage_id }) => usage_id),
  });
}

interface Work {
  readonly time_entry_ids: readonly string[];
  readonly usage_record_ids: readonly string[];
}

function tell(
  tx: Tx,
  event: typeof invoiceEvents.workBilled | typeof invoiceEvents.workReleased,
  { invoice_id, client_id, version }: InvoiceRecord,
  { time_entry_ids, usage_record_ids }: Work,
): void {
  for (let at = 0; at < Math.max(time_entry_ids.length, usage_record_ids.length); at += MAX_WORK_IN_EVENT)
    emit(
      tx,
      event,
      {
        invoice_id,
        client_id,
        time_entry_ids: time_entry_ids.slice(at, at + MAX_WORK_IN_EVENT),
        usage_record_ids: usage_record_ids.slice(at, at + MAX_WORK_IN_EVENT),
      },
      version,
    );
}
