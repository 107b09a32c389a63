import { Id, Instant, listQuery, QueryBoolean, queryList, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { approvalStatuses, TimeEntry } from './time-entry.schemas.ts';

const Status = z.enum(approvalStatuses).describe('How far approval has come');

export const TimeSheet = z
  .object({
    id: Id.describe('Identifies the time sheet'),
    period_id: Id.describe('Period it covers'),
    period_start: z.string().describe('First day of the period'),
    period_end: z.string().describe('Day after the last one'),
    user_id: Id.describe('Whose sheet it is'),
    user_name: z.string().nullable().describe('Name of that user'),
    approval_status: Status,
    submitted_at: Timestamp.nullable().describe('When it was last handed in'),
    approved_at: Timestamp.nullable().describe('When it was approved'),
    approved_by: Id.nullable().describe('Who approved it'),
    approver_name: z.string().nullable().describe('Name of who approved it'),
    notes: z.string().nullable().describe('Notes of its owner'),
    approval_notes: z.string().nullable().describe('Notes of who approved it'),
    entry_count: z.int().describe('Entries on it'),
    total_hours: z.number().describe('Hours worked'),
    billable_hours: z.number().describe('Hours to bill'),
    created_at: Timestamp.describe('When it was opened'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'TimeSheet' });
export type TimeSheet = z.infer<typeof TimeSheet>;

export const TimeSheetComment = z
  .object({
    comment_id: Id.describe('Identifies the comment'),
    comment_text: z.string().describe('What was said'),
    user_id: Id.describe('Who said it'),
    user_name: z.string().nullable().describe('Name of who said it'),
    is_approver: z.boolean().describe('Whether it was said as an approver'),
    user_role: z.enum(['approver', 'owner']).describe('The same in a word'),
    created_at: Timestamp.describe('When it was said'),
  })
  .meta({ id: 'TimeSheetComment' });

/** Entries and comments shown with a sheet; further ones are in their lists. */
export const MAX_SHOWN = 500;

export const TimeSheetDetails = TimeSheet.extend({
  user: z.object({ user_id: Id, name: z.string().nullable(), email: z.string().nullable() }).describe('Whose sheet it is'),
  approved_by_user: z.object({ user_id: Id, name: z.string().nullable() }).nullable().describe('Who approved it'),
  time_period: z
    .object({ period_id: Id, start_date: z.string(), end_date: z.string(), is_current: z.boolean() })
    .describe('The period; its end is exclusive'),
  time_entries: z.array(TimeEntry).max(MAX_SHOWN).describe('Entries in the order of the work, 500 at most'),
  comments: z.array(TimeSheetComment).max(MAX_SHOWN).describe('Comments, newest first, 500 at most'),
  summary: z
    .object({
      total_hours: z.number().describe('Hours worked'),
      billable_hours: z.number().describe('Hours to bill'),
      non_billable_hours: z.number().describe('Hours of work that is not billable'),
      entries_by_type: z.record(z.string(), z.int()).describe('Entries by type of item'),
      entries_by_day: z.record(z.string(), z.number()).describe('Hours by work date'),
      target_hours: z.number().nullable().describe('Hours the person was to work, holidays left out; null for who has no working hours'),
      approval_ready: z.boolean().describe('Whether it is handed in and waits for approval'),
    })
    .describe('What is on it'),
}).meta({ id: 'TimeSheetDetails' });
export type TimeSheetDetails = z.infer<typeof TimeSheetDetails>;

const filters = {
  user_id: Id.optional().describe('Only of this user'),
  period_id: Id.optional().describe('Only of this period'),
  approval_status: z.enum(approvalStatuses).optional().describe('Only in this status'),
  submitted_from: Instant.optional().describe('Handed in at or after'),
  submitted_to: Instant.optional().describe('Handed in at or before'),
  approved_from: Instant.optional().describe('Approved at or after'),
  approved_to: Instant.optional().describe('Approved at or before'),
  approved_by: Id.optional().describe('Only approved by this user'),
  has_entries: QueryBoolean.optional().describe('Only those with entries, or only empty ones'),
  period_start_from: z.iso.date().optional().describe('First day of the period at or after'),
  period_start_to: z.iso.date().optional().describe('First day of the period at or before'),
  period_end_from: z.iso.date().optional().describe('End of the period at or after'),
  period_end_to: z.iso.date().optional().describe('End of the period at or before'),
};

const sort = ['period_start', 'submitted_at', 'approved_at', 'created_at', 'updated_at'] as const;

export const TimeSheetListQuery = listQuery({ sort: [...sort], defaultSort: 'period_start', filters });
export type TimeSheetListQuery = z.infer<typeof TimeSheetListQuery>;

export const searchedSheetFields = ['user_name', 'notes', 'approval_notes'] as const;

export const TimeSheetSearchQuery = listQuery({
  sort: [...sort],
  defaultSort: 'period_start',
  filters: {
    query: z.string().min(1).max(255).describe('Text to look for, whatever its case'),
    approval_statuses: queryList(z.enum(approvalStatuses)).optional().describe('Only in these statuses'),
    user_ids: queryList(Id).optional().describe('Only of these users'),
    period_ids: queryList(Id).optional().describe('Only of these periods'),
    date_from: z.iso.date().optional().describe('Only of periods that reach into or beyond this day'),
    date_to: z.iso.date().optional().describe('Only of periods that begin by this day'),
    include_entries: QueryBoolean.optional().describe('Adds the entries of each sheet'),
  },
})
  .omit({ search: true, fields: true })
  .extend({ fields: queryList(z.enum(searchedSheetFields)).optional().describe('Where to look; everywhere when absent') });
export type TimeSheetSearchQuery = z.infer<typeof TimeSheetSearchQuery>;

/** A sheet found by a search. */
export const FoundTimeSheet = TimeSheet.extend({
  time_entries: z.array(TimeEntry).max(MAX_SHOWN).optional().describe('Its entries, when asked for, 500 at most'),
}).meta({ id: 'FoundTimeSheet' });

export const TimeSheetExportQuery = z.object({
  format: z.enum(['csv', 'json']).default('csv').describe('Form of the answer'),
  group_by: z.enum(['user', 'period', 'status', 'none']).default('none').describe('What rows are put together by'),
  include_time_entries: QueryBoolean.optional().describe('One row for each entry instead of each sheet'),
  include_comments: QueryBoolean.optional().describe('Adds the comments, oldest first, in one cell'),
  ...filters,
});
export type TimeSheetExportQuery = z.infer<typeof TimeSheetExportQuery>;

/** A row of an export: a sheet, or an entry with its sheet. */
export const TimeSheetExportRow = z
  .object({
    group: z.string().optional().describe('What the row is put together by'),
    user: z.string().nullable().describe('Whose sheet it is'),
    period_start: z.string().describe('First day of the period'),
    period_end: z.string().describe('Day after the last one'),
    approval_status: Status,
    total_hours: z.number().describe('Hours worked on the sheet'),
    billable_hours: z.number().describe('Hours to bill on the sheet'),
    entry_count: z.int().describe('Entries on the sheet'),
    submitted_at: Timestamp.nullable().describe('When it was handed in'),
    approved_at: Timestamp.nullable().describe('When it was approved'),
    approver: z.string().nullable().describe('Who approved it'),
    notes: z.string().nullable().describe('Notes of its owner'),
    comments: z.string().optional().describe('Comments, oldest first, one a line'),
    entry_date: z.string().nullable().optional().describe('Work date of the entry'),
    entry_work_item: z.string().nullable().optional().describe('Item of the entry'),
    entry_service: z.string().nullable().optional().describe('Service of the entry'),
    entry_hours: z.number().nullable().optional().describe('Hours of the entry'),
    entry_billable: z.boolean().nullable().optional().describe('Whether the entry may be billed'),
    entry_notes: z.string().nullable().optional().describe('Notes of the entry'),
  })
  .meta({ id: 'TimeSheetExportRow' });
export type TimeSheetExportRow = z.infer<typeof TimeSheetExportRow>;

export const TimeSheetStatsQuery = z.object({
  user_id: Id.optional().describe('Only of this user'),
  period_id: Id.optional().describe('Only of this period'),
});
export type TimeSheetStatsQuery = z.infer<typeof TimeSheetStatsQuery>;

export const TimeSheetStats = z
  .object({
    total_time_sheets: z.int().describe('How many there are'),
    pending_approval: z.int().describe('Handed in and not decided on'),
    approved_this_period: z.int().describe('Approved ones of the current period'),
    changes_requested: z.int().describe('Given back and not handed in again'),
    total_hours_this_period: z.number().describe('Hours worked in the current period'),
    billable_hours_this_period: z.number().describe('Hours to bill of the current period'),
    time_sheets_by_status: z.record(z.string(), z.int()).describe('Sheets by status'),
    time_sheets_by_user: z.record(z.string(), z.int()).describe('Sheets by user, the 100 with the most'),
    average_hours_per_sheet: z.number().describe('Hours a sheet has on average'),
    approval_rate: z.number().describe('Approved ones of those that were handed in, in percent with two decimals'),
    on_time_submission_rate: z.number().describe('Those handed in by their due date of those handed in, in percent with two decimals'),
    top_users_by_hours: z
      .array(z.object({ user_id: Id, user_name: z.string().nullable(), total_hours: z.number(), sheet_count: z.int() }))
      .describe('The ten people with the most hours'),
  })
  .meta({ id: 'TimeSheetStats' });
export type TimeSheetStats = z.infer<typeof TimeSheetStats>;

const Notes = z.string().max(10_000);

export const CreateTimeSheet = z
  .object({
    period_id: Id.describe('Period it covers'),
    user_id: Id.optional().describe('Whose sheet it is; of the caller when absent'),
    notes: Notes.nullable().optional().describe('Notes of its owner'),
  })
  .meta({ id: 'CreateTimeSheet' });
export type CreateTimeSheet = z.infer<typeof CreateTimeSheet>;

export const UpdateTimeSheet = z
  .object({ notes: Notes.nullable().optional().describe('Notes of its owner') })
  .meta({ id: 'UpdateTimeSheet' });
export type UpdateTimeSheet = z.infer<typeof UpdateTimeSheet>;

const Remark = z.string().max(2000);

export const SubmitTimeSheet = z
  .object({ submission_notes: Remark.optional().describe('Kept as a comment') })
  .meta({ id: 'SubmitTimeSheet' });
export type SubmitTimeSheet = z.infer<typeof SubmitTimeSheet>;

export const ApproveTimeSheet = z
  .object({ approval_notes: Remark.optional().describe('Kept with the sheet and as a comment') })
  .meta({ id: 'ApproveTimeSheet' });
export type ApproveTimeSheet = z.infer<typeof ApproveTimeSheet>;

export const RequestTimeSheetChanges = z
  .object({
    change_reason: z.string().trim().min(1).max(2000).describe('What has to change; kept as a comment'),
    detailed_feedback: Notes.optional().describe('More about it'),
  })
  .meta({ id: 'RequestTimeSheetChanges' });
export type RequestTimeSheetChanges = z.infer<typeof RequestTimeSheetChanges>;

export const ReverseApproval = z
  .object({ reversal_reason: z.string().trim().min(1).max(2000).describe('Why; kept as a comment') })
  .meta({ id: 'ReverseApproval' });
export type ReverseApproval = z.infer<typeof ReverseApproval>;

export const BulkApproveTimeSheets = z
  .object({
    time_sheet_ids: z.array(Id).min(1).max(50).describe('The sheets, each by itself'),
    approval_notes: Remark.optional().describe('Kept with each sheet and as a comment'),
  })
  .meta({ id: 'BulkApproveTimeSheets' });

export const TimeSheetResults = z
  .object({
    results: z.array(
      z.object({
        time_sheet_id: Id,
        success: z.boolean(),
        code: z.string().optional(),
        error: z.string().optional(),
        data: TimeSheet.optional(),
      }),
    ),
    message: z.string().describe('How many were approved'),
  })
  .meta({ id: 'TimeSheetResults' });

export const CreateTimeSheetComment = z
  .object({ comment_text: z.string().trim().min(1).max(10_000).describe('What is said') })
  .meta({ id: 'CreateTimeSheetComment' });

export const TimeSheetCommentListQuery = listQuery({ sort: ['created_at'], defaultSort: 'created_at', filters: {} }).omit({ search: true });
export type TimeSheetCommentListQuery = z.infer<typeof TimeSheetCommentListQuery>;
