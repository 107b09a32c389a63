import {
  DateBound,
  dateUntil,
  externalIdFilter,
  Id,
  Instant,
  listQuery,
  QueryBoolean,
  queryList,
  rowVersion,
  shownExternalIds,
  Timestamp,
  wholeNumber,
  writableExternalIds,
} from '@psa/contract-kit';
import { z } from 'zod';

export const workItemTypes = ['ticket', 'project_task', 'non_billable_category', 'ad_hoc', 'interaction'] as const;
export type WorkItemType = (typeof workItemTypes)[number];

export const approvalStatuses = ['DRAFT', 'SUBMITTED', 'APPROVED', 'CHANGES_REQUESTED'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

const WorkItem = z.enum(workItemTypes).describe('What the time was spent on');
const Status = z.enum(approvalStatuses).describe('How far approval has come');
const Minutes = z.int();

export const TimeEntry = z
  .object({
    entry_id: Id.describe('Identifies the time entry'),
    ...shownExternalIds,
    ...rowVersion,
    user_id: Id.describe('Who worked'),
    user_name: z.string().nullable().describe('Name of who worked'),
    work_item_type: WorkItem,
    work_item_id: Id.nullable().describe('The ticket, task or other item worked on'),
    work_item_title: z
      .string()
      .nullable()
      .describe('Title of the item worked on; null for a ticket of a channel that the caller does not see'),
    client_id: Id.nullable().describe('Client the work was for'),
    client_name: z.string().nullable().describe('Name of the client'),
    project_id: Id.nullable().describe('Project the work was for'),
    start_time: Timestamp.describe('When the work began, to the minute'),
    end_time: Timestamp.describe('When it ended, to the minute'),
    work_date: z.string().describe('Local date of the start in the zone of who worked'),
    work_timezone: z.string().describe('That zone'),
    duration_minutes: Minutes.describe('Minutes worked'),
    duration_hours: z.number().describe('Hours worked, to two decimals'),
    billable_duration: Minutes.describe('Minutes to bill; 0 when the work is not billable'),
    is_billable: z.boolean().describe('Whether the work may be billed'),
    notes: z
      .string()
      .nullable()
      .describe('What was done; null for work of others on a ticket that the caller does not see, unless they may approve time'),
    service_id: Id.describe('Service the work was of'),
    service_name: z.string().nullable().describe('Name of the service'),
    rate: z.int().nullable().describe('Default rate of the service when the work was logged, in minor units an hour'),
    tax_region: z.string().nullable().describe('Region the tax is of; that of the client when null'),
    contract_line_id: Id.nullable().describe('Contract line the work is billed by; found by the billing run when null'),
    time_sheet_id: Id.nullable().describe('Sheet it is on'),
    approval_status: Status,
    invoiced: z.boolean().describe('Whether it is on an invoice, and so cannot change any more'),
    invoice_id: Id.nullable().describe('That invoice'),
    is_overlong: z.boolean().describe('Whether it came from a timer that ran longer than the tenant finds plausible'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'TimeEntry' });
export type TimeEntry = z.infer<typeof TimeEntry>;

export const TimeEntryDetails = TimeEntry.extend({
  user: z.object({ user_id: Id, name: z.string().nullable(), email: z.string().nullable() }).describe('Who worked'),
  work_item: z
    .object({ id: Id, title: z.string().nullable(), type: WorkItem, client_id: Id.nullable(), project_id: Id.nullable() })
    .nullable()
    .describe('What the time was spent on'),
  service: z
    .object({ service_id: Id, service_name: z.string(), default_rate: z.int(), billing_method: z.string() })
    .nullable()
    .describe('The service, as far as it is known'),
  billing_info: z
    .object({
      contract_line_id: Id.nullable(),
      contract_line_name: z.string().nullable().describe('null when there is none, or it is not known yet'),
      rate: z.int().nullable(),
      total_amount: z.int().nullable().describe('Minutes to bill at that rate, in minor units'),
    })
    .describe('What the work is worth by itself; its invoice goes by the contract'),
  time_sheet: z
    .object({ id: Id, period_id: Id, approval_status: Status, submitted_at: Timestamp.nullable(), approved_at: Timestamp.nullable() })
    .nullable()
    .describe('The sheet it is on'),
}).meta({ id: 'TimeEntryDetails' });

/** An item that the time is spent on must be named where there are such items. */
const item = {
  work_item_type: WorkItem,
  work_item_id: Id.optional().describe('The ticket or task; needed for both'),
};
const Notes = z.string().max(10_000);
const TaxRegion = z.string().min(1).max(50);

const writable = {
  ...writableExternalIds,
  ...item,
  start_time: Instant.describe('When the work began; seconds are cut off'),
  end_time: Instant.describe('When it ended, later than `start_time`; seconds are cut off'),
  service_id: Id.describe('Service the work was of'),
  notes: Notes.nullable().optional().describe('What was done'),
  billable_duration: z.int().min(0).max(44_640).optional().describe('Minutes to bill, instead of those worked as they are rounded'),
  tax_region: TaxRegion.nullable().optional().describe('Region the tax is of'),
  contract_line_id: Id.nullable().optional().describe('Contract line to bill the work by'),
};

export const CreateTimeEntry = z
  .object({
    ...writable,
    user_id: Id.optional().describe('Who worked: the caller when absent, somebody else by who may approve their time'),
    service_id: Id.optional().describe('Service the work was of; that of the settings when absent'),
    is_billable: z.boolean().default(true).describe('Whether the work may be billed'),
  })
  .meta({ id: 'CreateTimeEntry' });
export type CreateTimeEntry = z.infer<typeof CreateTimeEntry>;

export const UpdateTimeEntry = z
  .object({ ...writable, work_item_id: Id.nullable(), is_billable: z.boolean().describe('Whether the work may be billed') })
  .partial()
  .meta({
    id: 'UpdateTimeEntry',
    example: {
      start_time: '2026-06-01T09:00:00.000Z',
      end_time: '2026-06-01T11:00:00.000Z',
      notes: 'Replaced the power supply and tested the backup',
      billable_duration: 120,
      is_billable: true,
    },
  });
export type UpdateTimeEntry = z.infer<typeof UpdateTimeEntry>;

export const BulkCreateTimeEntries = z
  .object({ entries: z.array(CreateTimeEntry).min(1).max(50).describe('The entries to create, each by itself') })
  .meta({ id: 'BulkCreateTimeEntries' });

export const BulkTimeEntryResults = z
  .object({
    created_count: z.int().describe('How many were created'),
    created: z.array(TimeEntry).describe('Those, in the order they were given in'),
    errors: z
      .array(
        z.object({
          index: z.int().describe('Place in `entries`, from 0'),
          code: z.string().describe('Error code'),
          message: z.string().describe('What was wrong'),
        }),
      )
      .describe('The others'),
  })
  .meta({ id: 'BulkTimeEntryResults' });

const filters = {
  user_id: Id.optional().describe('Only of this user'),
  work_item_id: Id.optional().describe('Only on this item'),
  work_item_type: z.enum(workItemTypes).optional().describe('Only on items of this type'),
  service_id: Id.optional().describe('Only of this service'),
  approval_status: z.enum(approvalStatuses).optional().describe('Only in this status'),
  is_billable: QueryBoolean.optional().describe('Only billable ones, or only others'),
  invoiced: QueryBoolean.optional().describe('Only those on an invoice, or only others'),
  start_time_from: DateBound.optional().describe('Begun at or after'),
  start_time_to: dateUntil('Begun at or before'),
  end_time_from: DateBound.optional().describe('Ended at or after'),
  end_time_to: dateUntil('Ended at or before'),
  date_from: z.iso.date().optional().describe('First work date'),
  date_to: z.iso.date().optional().describe('Last work date, inclusive'),
  time_sheet_id: Id.optional().describe('Only on this sheet'),
  contract_line_id: Id.optional().describe('Only billed by this contract line'),
  client_id: Id.optional().describe('Only for this client'),
  project_id: Id.optional().describe('Only for this project'),
  duration_min: wholeNumber({ min: 0, max: 1_000_000 }).optional().describe('Minutes worked at least'),
  duration_max: wholeNumber({ min: 0, max: 1_000_000 }).optional().describe('Minutes worked at most'),
};

export const TimeEntryListQuery = listQuery({
  sort: ['start_time', 'end_time', 'work_date', 'duration_minutes', 'created_at', 'updated_at'],
  defaultSort: 'start_time',
  filters: {
    ...externalIdFilter,
    ...filters,
    entry_ids: queryList(Id).optional().describe('Only these entries'),
  },
});
export type TimeEntryListQuery = z.infer<typeof TimeEntryListQuery>;

export const searchedTimeFields = ['notes', 'work_item_title', 'user_name', 'service_name'] as const;

export const TimeEntrySearchQuery = listQuery({
  sort: ['start_time', 'end_time', 'work_date', 'duration_minutes', 'created_at', 'updated_at'],
  defaultSort: 'start_time',
  filters: {
    query: z.string().min(1).max(255).describe('Text to look for, whatever its case'),
    work_item_types: queryList(z.enum(workItemTypes)).optional().describe('Only on items of these types'),
    approval_statuses: queryList(z.enum(approvalStatuses)).optional().describe('Only in these statuses'),
    user_ids: queryList(Id).optional().describe('Only of these users'),
    service_ids: queryList(Id).optional().describe('Only of these services'),
    date_from: filters.date_from,
    date_to: filters.date_to,
    billable_only: QueryBoolean.optional().describe('Leaves out what is not billable'),
  },
})
  .omit({ search: true, fields: true })
  .extend({ fields: queryList(z.enum(searchedTimeFields)).optional().describe('Where to look; everywhere when absent') });
export type TimeEntrySearchQuery = z.infer<typeof TimeEntrySearchQuery>;

export const TimeEntryExportQuery = z.object({
  format: z.enum(['csv', 'json']).default('csv').describe('Form of the answer'),
  group_by: z.enum(['user', 'work_item', 'service', 'date', 'none']).default('none').describe('What rows are put together by'),
  include_billing_info: QueryBoolean.optional().describe('Adds what entries are billed by'),
  include_work_item_details: QueryBoolean.optional().describe('Adds client and project of the item'),
  ...filters,
});
export type TimeEntryExportQuery = z.infer<typeof TimeEntryExportQuery>;

/** A row of an export, named as spreadsheets show it. */
export const TimeEntryExportRow = z
  .object({
    group: z.string().optional().describe('What the row is put together by'),
    date: z.string().describe('Work date'),
    user: z.string().nullable().describe('Who worked'),
    work_item: z.string().nullable().describe('Title of the item'),
    service: z.string().nullable().describe('Name of the service'),
    start_time: Timestamp.describe('When the work began'),
    end_time: Timestamp.describe('When it ended'),
    duration_hours: z.number().describe('Hours worked'),
    billable: z.boolean().describe('Whether it may be billed'),
    notes: z.string().nullable().describe('What was done'),
    approval_status: Status,
    work_timezone: z.string().describe('Zone the work date is the local day in'),
    billable_hours: z.number().optional().describe('Hours to bill'),
    contract_line_id: Id.nullable().optional().describe('Contract line it is billed by'),
    invoice_id: Id.nullable().optional().describe('Invoice it is on'),
    client: z.string().nullable().optional().describe('Client of the item'),
    work_item_type: WorkItem.optional(),
    work_item_id: Id.nullable().optional().describe('The item'),
    project_id: Id.nullable().optional().describe('Project of the item'),
  })
  .meta({ id: 'TimeEntryExportRow' });
export type TimeEntryExportRow = z.infer<typeof TimeEntryExportRow>;

export const TimeEntryStatsQuery = z.object(filters);
export type TimeEntryStatsQuery = z.infer<typeof TimeEntryStatsQuery>;

const Counts = z.record(z.string(), z.int());

export const TimeEntryStats = z
  .object({
    total_entries: z.int().describe('How many entries pass the filters'),
    total_hours: z.number().describe('Hours worked'),
    billable_hours: z.number().describe('Hours to bill'),
    total_billable_hours: z.number().describe('Hours to bill'),
    total_non_billable_hours: z.number().describe('Hours of work that is not billable'),
    billable_percentage: z.int().describe('Share of the minutes worked that is billable, in percent'),
    entries_by_type: Counts.describe('Entries by type of item'),
    entries_by_status: Counts.describe('Entries by approval status'),
    entries_by_user: Counts.describe('Entries by user, the 100 with the most'),
    entries_by_service: Counts.describe('Entries by service, the 100 with the most'),
    total_revenue: z.int().describe('Minutes to bill at the rates they were logged with, in minor units'),
    average_entry_duration: z.number().describe('Hours an entry lasts on average'),
    entries_this_week: z.int().describe('Of them, those of this week, in UTC'),
    entries_this_month: z.int().describe('Of them, those of this month, in UTC'),
    top_work_items: z
      .array(z.object({ work_item_id: Id, work_item_title: z.string().nullable(), total_hours: z.number(), entry_count: z.int() }))
      .describe('The five items with the most time'),
  })
  .meta({ id: 'TimeEntryStats' });
export type TimeEntryStats = z.infer<typeof TimeEntryStats>;

export const TimeSession = z
  .object({
    session_id: Id.describe('Identifies the timer'),
    user_id: Id.describe('Whose it is'),
    work_item_type: WorkItem,
    work_item_id: Id.nullable().describe('The item it runs for'),
    work_item_title: z.string().nullable().describe('Title of the item'),
    service_id: Id.describe('Service of the work'),
    service_name: z.string().nullable().describe('Name of the service'),
    notes: z.string().nullable().describe('What is being done'),
    start_time: Timestamp.describe('When it was started'),
    elapsed_minutes: Minutes.describe('Whole minutes since then'),
    is_overlong: z.boolean().describe('Whether it runs longer than the tenant finds plausible'),
    status: z.literal('active').describe('A stopped timer is a time entry'),
  })
  .meta({ id: 'TimeSession' });

export const StartTracking = z
  .object({
    ...item,
    service_id: Id.describe('Service of the work'),
    notes: Notes.nullable().optional().describe('What is being done'),
    stop_active: z.boolean().default(false).describe('Stops the timer that runs, instead of refusing a second one'),
  })
  .meta({ id: 'StartTracking' });
export type StartTracking = z.infer<typeof StartTracking>;

export const StopTracking = z
  .object({
    end_time: Instant.describe('When the work ended; now when absent'),
    notes: Notes.nullable().describe('What was done'),
    service_id: Id.describe('Service the work was of'),
    is_billable: z.boolean().describe('Whether the work may be billed'),
  })
  .partial()
  .meta({ id: 'StopTracking', example: { end_time: '2026-06-01T10:30:00.000Z', notes: 'Replaced the power supply', is_billable: true } });
export type StopTracking = z.infer<typeof StopTracking>;

const entry_ids = z.array(Id).min(1).max(100).describe('The time entries');

export const ApproveTimeEntries = z
  .object({ entry_ids, approval_notes: z.string().max(2000).optional().describe('Kept as a comment on the sheets') })
  .meta({ id: 'ApproveTimeEntries' });
export type ApproveTimeEntries = z.infer<typeof ApproveTimeEntries>;

export const RequestTimeEntryChanges = z
  .object({
    entry_ids,
    change_reason: z.string().trim().min(1).max(2000).describe('What has to change'),
    detailed_feedback: z.string().max(10_000).optional().describe('More about it'),
  })
  .meta({ id: 'RequestTimeEntryChanges' });
export type RequestTimeEntryChanges = z.infer<typeof RequestTimeEntryChanges>;

export const TimeEntryResults = z
  .object({
    approved_count: z.int().optional().describe('How many were approved'),
    changed_count: z.int().optional().describe('How many were given back'),
    results: z.array(z.object({ entry_id: Id, success: z.boolean(), code: z.string().optional(), error: z.string().optional() })),
  })
  .meta({ id: 'TimeEntryResults' });

export const TimeTemplate = z
  .object({
    template_id: Id.describe('Identifies the template'),
    user_id: Id.describe('Whose it is'),
    template_name: z.string().describe('Its name, unique for the user'),
    work_item_type: WorkItem,
    work_item_id: Id.nullable().describe('The item'),
    service_id: Id.nullable().describe('Service of the work'),
    default_notes: z.string().nullable().describe('What the notes begin with'),
    is_active: z.boolean().describe('Whether it is offered'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'TimeTemplate' });

export const CreateTimeTemplate = z
  .object({
    template_name: z.string().trim().min(1).max(255).describe('Its name, unique for the user'),
    ...item,
    service_id: Id.nullable().optional().describe('Service of the work'),
    default_notes: Notes.nullable().optional().describe('What the notes begin with'),
    is_active: z.boolean().default(true).describe('Whether it is offered'),
  })
  .meta({ id: 'CreateTimeTemplate' });
export type CreateTimeTemplate = z.infer<typeof CreateTimeTemplate>;

export const TimeTemplateListQuery = listQuery({
  sort: ['template_name', 'created_at', 'updated_at'],
  defaultSort: 'template_name',
  defaultOrder: 'asc',
  filters: { is_active: QueryBoolean.optional().describe('Only those offered, or only others') },
});
export type TimeTemplateListQuery = z.infer<typeof TimeTemplateListQuery>;

export const TimeSettings = z
  .object({
    rounding_minutes: z.int().min(0).max(60).describe('Minutes to bill are rounded to a multiple of these; 0 leaves them as they are'),
    rounding_mode: z.enum(['up', 'down', 'nearest']).describe('Which way they are rounded'),
    separation_of_duties: z.boolean().describe('Whether nobody may approve their own time'),
    allow_empty_sheets: z.boolean().describe('Whether a sheet without entries may be submitted'),
    overlong_minutes: z.int().min(1).max(10_080).describe('A timer that ran longer is marked'),
    default_service_id: Id.nullable().describe('Service of work that names none'),
    due_days: z.int().min(0).max(90).describe('Days after the last day of a period in which its sheets are in time'),
  })
  .meta({ id: 'TimeSettings' });
export type TimeSettings = z.infer<typeof TimeSettings>;

export const UpdateTimeSettings = TimeSettings.partial().meta({ id: 'UpdateTimeSettings' });
export type UpdateTimeSettings = z.infer<typeof UpdateTimeSettings>;
