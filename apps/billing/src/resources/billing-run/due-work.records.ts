import { sql, type SqlBool } from 'kysely';
import type { Period } from '@psa/calendar';
import type { Db } from '../../billing-app.ts';
import type { BilledPeriod } from './due-periods.rules.ts';
import type { OpenBlock } from './block-draws.rules.ts';
import type { DeviceWindow } from './device-charges.rules.ts';
import { bucketKey, type BucketTerms, type BucketUse } from './bucket-charges.rules.ts';
import type { DueWork } from './hourly-charges.rules.ts';
import type { DueUsage } from './usage-charges.rules.ts';

/** Time entries one invoice may bill; more are billed by narrower windows. */
export const MAX_ENTRIES = 20_000;
/** Devices and their changes that are counted for one client. */
const MAX_DEVICES = 200_000;

/** Approved, billable work of a client in a window that no invoice bills, in the order it was done; one more than may be billed at once. */
export function dueWork(db: Db, clientId: string, { start, end }: Period): Promise<DueWork[]> {
  return (
    db
      .selectFrom('time_entry_replicas')
      .select([
        'entry_id',
        'service_id',
        'contract_line_id',
        'work_date',
        'start_time',
        'end_time',
        'billable_duration',
        'rate',
        'tax_region',
      ])
      .where('client_id', '=', clientId)
      // As text: a parameter would not meet the condition of the index.
      .where(sql<SqlBool>`approval_status = 'APPROVED' and not is_deleted and billable_duration > 0 and not is_billed`)
      .where('write_off_reason', 'is', null)
      .where('work_date', '>=', start)
      .where('work_date', '<', end)
      .orderBy('start_time')
      .orderBy('entry_id')
      .limit(MAX_ENTRIES + 1)
      .execute()
  );
}

/** Billable work of a client in a window that nobody has approved yet. */
export async function unapprovedWork(db: Db, clientId: string, { start, end }: Period): Promise<{ entries: number; minutes: number }> {
  const row = await db
    .selectFrom('time_entry_replicas')
    .select([sql<number>`count(*)::int`.as('entries'), sql<number>`coalesce(sum(billable_duration), 0)::int`.as('minutes')])
    .where('client_id', '=', clientId)
    // As text: a parameter would not meet the condition of the index.
    .where(sql<SqlBool>`approval_status <> 'APPROVED' and not is_deleted and billable_duration > 0`)
    .where('work_date', '>=', start)
    .where('work_date', '<', end)
    .executeTakeFirstOrThrow();
  return row;
}

/** Work these lines have billed since a day, in the order it was done. */
export function billedWork(
  db: Db,
  clientId: string,
  lineIds: readonly string[],
  since: string,
): Promise<(DueWork & { billed_by: string })[]> {
  if (lineIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('time_entry_replicas as work')
    .innerJoin('invoice_sources as source', (join) =>
      join
        .onRef('source.tenant', '=', 'work.tenant')
        .onRef('source.time_entry_id', '=', 'work.entry_id')
        .on('source.released_at', 'is', null),
    )
    .innerJoin('invoice_items as item', (join) =>
      join
        .onRef('item.tenant', '=', 'source.tenant')
        .onRef('item.invoice_id', '=', 'source.invoice_id')
        .onRef('item.item_id', '=', 'source.item_id'),
    )
    .select(['work.entry_id', 'work.service_id', 'work.contract_line_id', 'work.work_date', 'work.start_time', 'work.end_time'])
    .select(['work.billable_duration', 'work.rate', 'work.tax_region', sql<string>`item.contract_line_id`.as('billed_by')])
    .where('work.client_id', '=', clientId)
    .where('work.work_date', '>=', since)
    .where('item.contract_line_id', 'in', [...lineIds])
    .orderBy('work.start_time')
    .orderBy('work.entry_id')
    .limit(MAX_ENTRIES)
    .execute();
}

/** When assets counted as devices of a client. */
export function deviceWindows(db: Db, clientId: string): Promise<DeviceWindow[]> {
  return db
    .selectFrom('device_windows')
    .select(['asset_type', 'starts_on', 'ends_on'])
    .where('client_id', '=', clientId)
    .limit(MAX_DEVICES)
    .execute();
}

/** Usage of a client in a window that no invoice bills, in the order of its days; one more than may be billed at once. */
export function dueUsage(db: Db, clientId: string, { start, end }: Period): Promise<DueUsage[]> {
  return db
    .selectFrom('usage_records')
    .select(['usage_id', 'service_id', 'contract_line_id', 'usage_date', 'quantity'])
    .where('client_id', '=', clientId)
    .where('usage_date', '>=', start)
    .where('usage_date', '<', end)
    .where('invoice_id', 'is', null)
    .orderBy('usage_date')
    .orderBy('usage_id')
    .limit(MAX_ENTRIES + 1)
    .execute();
}

/** Blocks of hours of a client with something left. */
export function openBlocks(db: Db, clientId: string): Promise<OpenBlock[]> {
  return db
    .selectFrom('hour_blocks')
    .select(['block_id', 'block_name', 'service_id', 'starts_on', 'expires_on', 'remaining_minutes'])
    .where('client_id', '=', clientId)
    .where('remaining_minutes', '>', 0)
    .orderBy('expires_on')
    .orderBy('block_id')
    .limit(1000)
    .execute();
}

/** Minutes that invoices took of what fees include. */
export async function bucketUse(db: Db, terms: readonly BucketTerms[]): Promise<BucketUse> {
  if (terms.length === 0) return new Map();
  const ids = [...new Set(terms.map(({ client_contract_line_id }) => client_contract_line_id))];
  const rows = await db
    .selectFrom('bucket_draws')
    .select(['client_contract_line_id', 'service_id', 'period_start'])
    .select([sql<number>`sum(minutes)::int`.as('minutes'), sql<number>`sum(overage_minutes)::int`.as('overage')])
    .where('client_contract_line_id', 'in', ids)
    .groupBy(['client_contract_line_id', 'service_id', 'period_start'])
    .execute();
  return new Map(rows.map((row) => [bucketKey(row, row.period_start), { minutes: row.minutes, overage: row.overage }]));
}

/** Names what an assignment bills: its fee where the part is empty, or a service that is counted. */
export function partKey(billed: { readonly client_contract_line_id: string; readonly part: string }): string {
  return `${billed.client_contract_line_id}/${billed.part}`;
}

/** What of these assignments invoices bill already of periods that begin on a day or later, by {@link partKey}. */
export async function billedPeriods(db: Db, assignmentIds: readonly string[], since: string): Promise<Map<string, BilledPeriod[]>> {
  if (assignmentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('billed_periods')
    .select(['client_contract_line_id', 'part', 'period_start as start', 'period_end as end'])
    .where('client_contract_line_id', 'in', [...new Set(assignmentIds)])
    .where('period_start', '>=', since)
    .execute();
  return Map.groupBy(rows, partKey);
}
