import { sql, type SqlBool } from 'kysely';
import type { Period } from '@psa/calendar';
import type { Db } from '../../billing-app.ts';
import type { OpenBlock } from './block-draws.rules.ts';
import { bucketKey, type BucketTerms, type BucketUse } from './bucket-charges.rules.ts';
import type { DueWork } from './hourly-charges.rules.ts';
import type { DueUsage } from './usage-charges.rules.ts';

/** Time entries one invoice may bill; more are billed by narrower windows. */
export const MAX_ENTRIES = 20_000;

/** Approved, billable work of a client in a window that no invoice bills, in the order it was done; one more than may be billed at once. */
export function dueWork(db: Db, clientId: string, { start, end }: Period): Promise<DueWork[]> {
  return db
    .selectFrom('time_entry_replicas')
    .select(['entry_id', 'service_id', 'contract_line_id', 'work_date', 'billable_duration', 'tax_region'])
    .where('client_id', '=', clientId)
    .where('approval_status', '=', 'APPROVED')
    .where('is_deleted', '=', false)
    .where('billable_duration', '>', 0)
    .where('work_date', '>=', start)
    .where('work_date', '<', end)
    .where(
      sql<SqlBool>`not exists (select 1 from invoice_sources source where source.tenant = time_entry_replicas.tenant
        and source.time_entry_id = time_entry_replicas.entry_id and source.released_at is null)`,
    )
    .orderBy('start_time')
    .orderBy('entry_id')
    .limit(MAX_ENTRIES + 1)
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

/** Periods of these assignments that an invoice bills already, as `<assignment>/<first day>`. */
export async function billedPeriods(db: Db, assignmentIds: readonly string[]): Promise<Set<string>> {
  if (assignmentIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('billed_periods')
    .select(['client_contract_line_id', 'period_start'])
    .where('client_contract_line_id', 'in', [...new Set(assignmentIds)])
    .execute();
  return new Set(rows.map(({ client_contract_line_id, period_start }) => `${client_contract_line_id}/${period_start}`));
}
