import type { TimeEntryFacts } from '@psa/contracts-time';
import { Replica } from '@psa/postgres-kit';
import type { TimeEntryCopy } from './replica.tables.ts';

export const timeEntryReplica = new Replica<TimeEntryCopy, 'entry_id'>({
  table: 'time_entry_replicas',
  key: 'entry_id',
  unknown: {
    client_id: null,
    service_id: '00000000-0000-0000-0000-000000000000',
    contract_line_id: null,
    user_id: '00000000-0000-0000-0000-000000000000',
    work_date: '1970-01-01',
    start_time: '1970-01-01T00:00:00Z',
    end_time: null,
    billable_duration: 0,
    rate: null,
    tax_region: null,
    approval_status: 'DRAFT',
  },
  called: 'a time entry of this tenant',
});

/** What is kept of a time entry. */
export function timeEntryCopy(facts: TimeEntryFacts): TimeEntryCopy {
  const {
    entry_id,
    client_id,
    service_id,
    contract_line_id,
    user_id,
    work_date,
    start_time,
    end_time,
    billable_duration,
    rate = null,
    tax_region,
    approval_status,
  } = facts;
  return {
    entry_id,
    client_id,
    service_id,
    contract_line_id,
    user_id,
    work_date,
    start_time,
    end_time,
    billable_duration,
    rate,
    tax_region,
    approval_status,
  };
}
