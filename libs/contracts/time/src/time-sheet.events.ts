import { events } from '@psa/contract-kit';
import { z } from 'zod';

/** Entry ids that an event of a sheet names; of a sheet with more, those of the earliest work. */
export const MAX_ENTRY_IDS = 1000;

/** What other services are told of a time sheet. */
export const TimeSheetFacts = z.object({
  id: z.guid(),
  user_id: z.guid().describe('Whose sheet it is'),
  period_id: z.guid(),
  period_start: z.string(),
  period_end: z.string().describe('Exclusive'),
  approval_status: z.string(),
  entry_count: z.int(),
  entry_ids: z.array(z.guid()).max(MAX_ENTRY_IDS).describe('The entries in the order of the work; the first thousand of more'),
  total_minutes: z.int(),
  billable_minutes: z.int(),
});
export type TimeSheetFacts = z.infer<typeof TimeSheetFacts>;

export const timeSheetEvents = events('time', {
  created: {
    name: 'time_sheet.created',
    permission: 'timesheet:read',
    version: 1,
    key: 'id',
    summary: 'A time sheet was opened',
    data: TimeSheetFacts,
  },
  updated: {
    name: 'time_sheet.updated',
    permission: 'timesheet:read',
    version: 1,
    key: 'id',
    summary: 'The notes of a time sheet were changed',
    data: TimeSheetFacts.extend({ changed: z.array(z.string()) }),
  },
  submitted: {
    name: 'time_sheet.submitted',
    permission: 'timesheet:read',
    version: 1,
    key: 'id',
    summary: 'A time sheet was handed in for approval',
    data: TimeSheetFacts.extend({ submitted_by: z.guid() }),
  },
  approved: {
    name: 'time_sheet.approved',
    permission: 'timesheet:read',
    version: 1,
    key: 'id',
    summary: 'A time sheet was approved',
    data: TimeSheetFacts.extend({ approved_by: z.guid() }),
  },
  changesRequested: {
    name: 'time_sheet.changes_requested',
    permission: 'timesheet:read',
    version: 1,
    key: 'id',
    summary: 'A time sheet was given back',
    data: TimeSheetFacts.extend({ requested_by: z.guid(), reason: z.string() }),
  },
  approvalReversed: {
    name: 'time_sheet.approval_reversed',
    permission: 'timesheet:read',
    version: 1,
    key: 'id',
    summary: 'The approval of a time sheet was taken back',
    data: TimeSheetFacts.extend({ reversed_by: z.guid(), reason: z.string() }),
  },
  overdue: {
    name: 'time_sheet.overdue',
    permission: 'timesheet:read',
    version: 1,
    key: 'id',
    summary: 'A time sheet was not handed in by its due date; told once',
    data: TimeSheetFacts.extend({ due_date: z.string() }),
  },
});
