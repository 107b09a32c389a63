import type { TimeEntryDetails } from '@psa/contracts-time';
import type { z } from 'zod';
import { contractLineReplica, serviceReplica, userReplica } from '../../replicas/replicas.ts';
import type { Db } from '../../time-app.ts';
import type { WorkReader } from '../work-item/hidden-work.access.ts';
import { asRead, type TimeEntryRow } from './time-entry-names.records.ts';
import { findTimeEntry } from './time-entry.records.ts';
import { toTimeEntry } from './time-entry.view.ts';

type Details = z.infer<typeof TimeEntryDetails>;

/** An entry with what it names, as far as a reader is shown that. */
export async function withDetails(db: Db, entry: TimeEntryRow, reader: WorkReader): Promise<Details> {
  const [row = entry] = await asRead(db, reader, [entry]);
  const [user, service, contractLine, sheet] = await Promise.all([
    userReplica.find(db, row.user_id),
    serviceReplica.find(db, row.service_id),
    row.contract_line_id === null ? undefined : contractLineReplica.find(db, row.contract_line_id),
    row.time_sheet_id === null
      ? undefined
      : db
          .selectFrom('time_sheets')
          .select(['id', 'period_id', 'approval_status', 'submitted_at', 'approved_at'])
          .where('id', '=', row.time_sheet_id)
          .executeTakeFirst(),
  ]);
  return {
    ...toTimeEntry(row),
    user: { user_id: row.user_id, name: user?.full_name ?? null, email: user?.email ?? null },
    work_item:
      row.work_item_id === null
        ? null
        : {
            id: row.work_item_id,
            title: row.names.work_item_title,
            type: row.work_item_type,
            client_id: row.client_id,
            project_id: row.project_id,
          },
    service: service
      ? {
          service_id: service.service_id,
          service_name: service.service_name,
          default_rate: service.default_rate,
          billing_method: service.billing_method,
        }
      : null,
    billing_info: {
      contract_line_id: row.contract_line_id,
      contract_line_name: contractLine?.contract_line_name ?? null,
      rate: row.rate,
      total_amount: amountOf(row),
    },
    time_sheet: sheet ?? null,
  };
}

/** Half away from zero. */
function amountOf({ rate, billable_duration }: Pick<TimeEntryRow, 'rate' | 'billable_duration'>): number | null {
  return rate === null ? null : Math.round((rate * billable_duration) / 60);
}

/** The details of an entry that is there. */
export async function detailsOf(db: Db, entryId: string, reader: WorkReader): Promise<Details> {
  const row = await findTimeEntry(db, entryId);
  if (row === undefined) throw new Error(`Time entry ${entryId} is gone`);
  return withDetails(db, row, reader);
}
