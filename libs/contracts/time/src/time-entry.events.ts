import { events } from '@psa/contract-kit';
import { z } from 'zod';

/** What other services keep of a time entry. */
export const TimeEntryFacts = z.object({
  entry_id: z.guid(),
  user_id: z.guid(),
  work_item_type: z.string(),
  work_item_id: z.guid().nullable(),
  client_id: z.guid().nullable(),
  project_id: z.guid().nullable(),
  service_id: z.guid(),
  work_date: z.string().describe('Local date of the start in the zone of the person'),
  start_time: z.string(),
  end_time: z.string(),
  duration_minutes: z.int().describe('Minutes worked'),
  billable_duration: z.int().describe('Minutes to bill, rounded as the tenant has it; 0 when the work is not billable'),
  is_billable: z.boolean(),
  contract_line_id: z.guid().nullable(),
  rate: z
    .int()
    .nullish()
    .describe('Default rate of the service when the work was logged, in minor units an hour; null where it was not kept'),
  tax_region: z.string().nullable(),
  time_sheet_id: z.guid().nullable(),
  approval_status: z.string(),
  invoice_id: z.guid().nullable().describe('Invoice it is on'),
});
export type TimeEntryFacts = z.infer<typeof TimeEntryFacts>;

export const timeEntryEvents = events('time', {
  created: {
    name: 'time_entry.created',
    permission: 'timeentry:read',
    version: 1,
    key: 'entry_id',
    summary: 'Time was logged',
    data: TimeEntryFacts,
  },
  updated: {
    name: 'time_entry.updated',
    permission: 'timeentry:read',
    version: 1,
    key: 'entry_id',
    summary: 'A time entry was changed, moved to another sheet, invoiced, or taken off an invoice',
    data: TimeEntryFacts.extend({
      changed: z.array(z.string()),
      previous: z.object({ work_item_type: z.string(), work_item_id: z.guid().nullable() }).describe('What the time was spent on before'),
    }),
  },
  submitted: {
    name: 'time_entry.submitted',
    permission: 'timeentry:read',
    version: 1,
    key: 'entry_id',
    summary: 'A time entry was handed in for approval with its sheet',
    data: TimeEntryFacts.extend({ submitted_by: z.guid() }),
  },
  approved: {
    name: 'time_entry.approved',
    permission: 'timeentry:read',
    version: 1,
    key: 'entry_id',
    summary: 'A time entry was approved: it may be billed',
    data: TimeEntryFacts.extend({ approved_by: z.guid() }),
  },
  changesRequested: {
    name: 'time_entry.changes_requested',
    permission: 'timeentry:read',
    version: 1,
    key: 'entry_id',
    summary: 'A time entry has to be changed before it is approved, or its approval was taken back',
    data: TimeEntryFacts.extend({ requested_by: z.guid(), reason: z.string() }),
  },
  deleted: {
    name: 'time_entry.deleted',
    permission: 'timeentry:read',
    version: 1,
    key: 'entry_id',
    summary: 'A time entry was deleted',
    data: TimeEntryFacts,
  },
});

const SessionFacts = z.object({
  session_id: z.guid(),
  user_id: z.guid(),
  work_item_type: z.string(),
  work_item_id: z.guid().nullable(),
  service_id: z.guid(),
  start_time: z.string(),
});

export const timeTrackingEvents = events('time', {
  started: {
    name: 'time_tracking.started',
    permission: 'timeentry:read',
    version: 1,
    key: 'session_id',
    summary: 'Somebody started a timer',
    data: SessionFacts,
  },
  stopped: {
    name: 'time_tracking.stopped',
    permission: 'timeentry:read',
    version: 1,
    key: 'session_id',
    summary: 'Somebody stopped a timer, or discarded it',
    data: SessionFacts.extend({ entry_id: z.guid().nullable().describe('The time logged; null when it was discarded') }),
  },
});
