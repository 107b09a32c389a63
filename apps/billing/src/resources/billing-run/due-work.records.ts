import { sql, type SqlBool } from 'kysely';
import type { Period } from '@psa/calendar';
import type { Db } from '../../billing-app.ts';
import type { FixedTerms } from './fixed-charges.rules.ts';
import type { DueWork, HourlyTerms } from './hourly-charges.rules.ts';

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

/** Lines assigned to a client, as they are billed: its own price comes before that of the line. */
export async function termsOfClient(db: Db, clientId: string): Promise<{ hourly: HourlyTerms[]; fixed: FixedTerms[] }> {
  const rows = await db
    .selectFrom('client_contract_lines as assigned')
    .innerJoin('contract_lines as line', (join) =>
      join.onRef('line.tenant', '=', 'assigned.tenant').onRef('line.contract_line_id', '=', 'assigned.contract_line_id'),
    )
    .selectAll('line')
    .select(['assigned.client_contract_line_id', 'assigned.start_date', 'assigned.end_date', 'assigned.custom_rate'])
    .where('assigned.client_id', '=', clientId)
    .where('assigned.is_active', '=', true)
    .orderBy('assigned.start_date')
    .orderBy('assigned.client_contract_line_id')
    .limit(1000)
    .execute();
  return {
    hourly: rows
      .filter(({ contract_line_type }) => contract_line_type === 'Hourly')
      .map((row) => ({
        contract_line_id: row.contract_line_id,
        contract_line_name: row.contract_line_name,
        start_date: row.start_date,
        end_date: row.end_date,
        rate: row.custom_rate ?? row.hourly_rate,
        minimum: row.minimum_billable_time,
        roundUpTo: row.round_up_to_nearest,
      })),
    fixed: rows.flatMap((row) => {
      const rate = row.custom_rate ?? row.base_rate;
      if (row.contract_line_type !== 'Fixed' || rate === null) return [];
      const { client_contract_line_id, contract_line_id, contract_line_name, billing_frequency, billing_timing, cadence_owner } = row;
      const { enable_proration, start_date, end_date } = row;
      const cycle = { billing_frequency, billing_timing, cadence_owner, enable_proration };
      return [{ client_contract_line_id, contract_line_id, contract_line_name, ...cycle, rate, start_date, end_date }];
    }),
  };
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
