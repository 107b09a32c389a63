import type { TimeReportQuery, UnbilledTimeQuery } from '@psa/contracts-billing';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';

const REPORT = `with work as (
    select tenant, entry_id, client_id, billable_duration as minutes, approval_status = 'APPROVED' as is_approved, is_billed, write_off_reason is not null as is_written_off from time_entry_replicas
    where tenant = $1 and not is_deleted and billable_duration > 0 and ($2::uuid is null or client_id = $2)
      and ($3::date is null or work_date >= $3) and ($4::date is null or work_date <= $4)
  ),
  items as (
    select distinct s.invoice_id, s.item_id from work join invoice_sources s on s.tenant = $1 and s.time_entry_id = work.entry_id and s.released_at is null
  )
  select coalesce(sum(minutes) filter (where is_approved or is_billed or is_written_off), 0)::int as approved_minutes,
    coalesce(sum(minutes) filter (where is_billed), 0)::int as invoiced_minutes,
    coalesce(sum(minutes) filter (where is_written_off), 0)::int as written_off_minutes,
    coalesce(sum(minutes) filter (where is_approved and not is_billed and not is_written_off), 0)::int as unbilled_minutes,
    coalesce(sum(minutes) filter (where not is_approved and not is_billed and not is_written_off), 0)::int as unapproved_minutes,
    coalesce(sum(minutes) filter (where is_approved and client_id is null and not is_written_off), 0)::int as without_client_minutes,
    ((select coalesce(sum(d.minutes), 0) from hour_block_draws d join items on d.tenant = $1 and d.invoice_id = items.invoice_id and d.item_id = items.item_id) +
     (select coalesce(sum(d.minutes - d.overage_minutes), 0) from bucket_draws d join items on d.tenant = $1 and d.invoice_id = items.invoice_id and d.item_id = items.item_id))::int
      as covered_minutes
  from work`;

export interface TimeReport {
  readonly approved_minutes: number;
  readonly invoiced_minutes: number;
  readonly covered_minutes: number;
  readonly written_off_minutes: number;
  readonly unbilled_minutes: number;
  readonly unapproved_minutes: number;
  readonly without_client_minutes: number;
}

/** What became of billable time, in minutes. */
export async function timeReport(db: Db, { client_id, from, to }: TimeReportQuery): Promise<TimeReport> {
  const { rows } = await db.execute<TimeReport & object>({ text: REPORT }, [db.tenant, client_id ?? null, from ?? null, to ?? null]);
  return rows[0]!;
}

const order: ListOrder = {
  columns: { work_date: 'work.work_date', billable_duration: 'work.billable_duration' },
  id: { ref: 'work.entry_id', name: 'time_entry_id' },
};

/** One page of the billable time that no invoice bills. */
export function listUnbilledTime(db: Db, query: UnbilledTimeQuery) {
  const { client_id, from, to, is_approved, is_written_off, search } = query;
  const rows = db
    .selectFrom('time_entry_replicas as work')
    .leftJoin('client_replicas as client', (join) =>
      join.onRef('client.tenant', '=', 'work.tenant').onRef('client.client_id', '=', 'work.client_id'),
    )
    .select(['work.entry_id as time_entry_id', 'work.client_id', 'client.client_name', 'work.service_id', 'work.user_id'])
    .select(['work.work_date', 'work.billable_duration', 'work.approval_status', 'work.write_off_reason'])
    .where('work.is_deleted', '=', false)
    .where('work.billable_duration', '>', 0)
    .where('work.is_billed', '=', false)
    .where('work.write_off_reason', is_written_off === true ? 'is not' : 'is', null)
    .$if(client_id !== undefined, (q) => q.where('work.client_id', '=', client_id ?? ''))
    .$if(from !== undefined, (q) => q.where('work.work_date', '>=', from ?? ''))
    .$if(to !== undefined, (q) => q.where('work.work_date', '<=', to ?? ''))
    .$if(is_approved !== undefined, (q) => q.where(sql<boolean>`(work.approval_status = 'APPROVED')`, '=', is_approved ?? true))
    .$if(Boolean(search), (q) => q.where('client.client_name', 'ilike', containsPattern(search ?? '')));
  return readPage<UnbilledTimeRow>(rows, order, query) satisfies Promise<Page<UnbilledTimeRow>>;
}

interface UnbilledTimeRow {
  readonly time_entry_id: string;
  readonly client_id: string | null;
  readonly client_name: string | null;
  readonly service_id: string;
  readonly user_id: string;
  readonly work_date: string;
  readonly billable_duration: number;
  readonly approval_status: string;
  readonly write_off_reason: string | null;
}
