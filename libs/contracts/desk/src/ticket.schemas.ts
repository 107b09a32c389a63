import {
  DateBound,
  dateUntil,
  EXAMPLE_ID,
  externalIdFilter,
  Id,
  Instant,
  listQuery,
  QueryBoolean,
  queryInteger,
  queryList,
  rowVersion,
  shownExternalIds,
  Timestamp,
  writableExternalIds,
} from '@psa/contract-kit';
import { z } from 'zod';
import { nameOrId } from './name-or-id.ts';
import { nullableText } from './project-fields.ts';
import { anyTagFilter, EntityTags } from './tag-text.ts';

const optionalId = (text: string) => Id.nullish().describe(text);

const title = z.string().trim().min(1).max(255).describe('What it is about');

/** Keys and text of attributes, in characters of JSON. */
const MAX_ATTRIBUTES = 16_384;
const Attributes = z
  .record(z.string().max(100), z.unknown())
  .refine((value) => JSON.stringify(value).length <= MAX_ATTRIBUTES, `must be at most ${MAX_ATTRIBUTES} characters of JSON`)
  .describe('Free-form data; `description` in it is the description of the ticket');

const suppression = {
  suppressContactNotifications: z.boolean().optional().describe('Sends the contact nothing about this change'),
  suppressInternalNotifications: z.boolean().optional().describe('Sends no notifications at all; needs `suppressContactNotifications`'),
};

const override = {
  override_close_rules: z.boolean().optional().describe('Closes although closing rules are not met; needs `ticket:close_override`'),
  override_close_rules_reason: z.string().trim().min(1).max(1000).optional().describe('Why; kept in the history'),
};

const references = {
  location_id: optionalId('Location of the client'),
  contact_name_id: optionalId('Contact of the client'),
  category_id: optionalId('Category of the channel'),
  subcategory_id: optionalId('Category in `category_id`'),
  assigned_to: optionalId('User of the staff'),
  assigned_team_id: optionalId('Team'),
  parent_ticket_id: optionalId('Ticket it is a part of'),
};

const content = {
  description: nullableText(100_000).describe('The whole story'),
  url: z.url().max(2000).nullish().describe('Address that has to do with it'),
  attributes: Attributes.optional(),
  tags: EntityTags.optional(),
  due_date: Instant.nullish().describe('When it has to be done'),
  priority: nameOrId('Id or name of the priority, in place of `priority_id`'),
  status: nameOrId('Id or name of the status, in place of `status_id`'),
  notes: z.string().trim().min(1).max(5000).optional().describe('Added as an internal comment'),
};

const channelReference = {
  channel_id: Id.optional().describe('Channel; `board_id` is another name of it'),
  board_id: Id.optional().describe('Another name of `channel_id`'),
};

export const CreateTicket = z
  .object({
    ...writableExternalIds,
    title,
    ...channelReference,
    client_id: Id.describe('Client'),
    status_id: Id.optional().describe('Status of the channel; its default when absent'),
    priority_id: Id.optional().describe('Priority; required unless `priority` names one'),
    ...references,
    ...content,
    source: z.string().trim().min(1).max(50).optional().describe('Where it came from; `api` when absent'),
    closed_at: z.unknown().optional().describe('Ignored: follows from the status'),
    closed_by: z.unknown().optional().describe('Ignored: follows from the status'),
  })
  .meta({
    id: 'CreateTicket',
    example: {
      title: 'Workstation does not start',
      channel_id: EXAMPLE_ID,
      client_id: EXAMPLE_ID,
      contact_name_id: EXAMPLE_ID,
      priority: 'High',
      assigned_to: EXAMPLE_ID,
      description: 'The screen stays black since this morning.',
      tags: ['hardware'],
      due_date: '2030-12-31T17:00:00.000Z',
      source: 'phone',
      external_ids: [{ source: 'crm', id: 'A-1001' }],
    },
  });
export type CreateTicket = z.infer<typeof CreateTicket>;

export const UpdateTicket = z
  .object({
    ...writableExternalIds,
    title: title.optional(),
    ...channelReference,
    client_id: Id.nullish().describe('Client; null only where the ticket has none'),
    status_id: Id.optional().describe('Status of the channel; required when the channel changes'),
    priority_id: Id.nullish().describe('Priority; null only where the ticket has none'),
    ...references,
    ...content,
    response_state: z.enum(['awaiting_client', 'awaiting_internal']).nullish().describe('Who has to answer'),
    closed_at: z.unknown().optional().describe('Ignored: follows from the status'),
    closed_by: z.unknown().optional().describe('Ignored: follows from the status'),
    ...suppression,
    ...override,
  })
  .meta({
    id: 'UpdateTicket',
    example: {
      status: 'In Progress',
      priority: 'Urgent',
      assigned_to: EXAMPLE_ID,
      due_date: '2030-12-31T17:00:00.000Z',
      tags: ['hardware', 'on-site'],
      notes: 'The power supply is ordered',
    },
  });
export type UpdateTicket = z.infer<typeof UpdateTicket>;

export const SetTicketStatus = z
  .object({
    status_id: Id.describe('Status of the channel'),
    closed_at: z.unknown().optional().describe('Ignored: follows from the status'),
    closed_by: z.unknown().optional().describe('Ignored: follows from the status'),
    ...suppression,
    ...override,
  })
  .meta({ id: 'SetTicketStatus', example: { status_id: EXAMPLE_ID } });
export type SetTicketStatus = z.infer<typeof SetTicketStatus>;

export const AssignTicket = z
  .object({
    assigned_to: Id.nullable().optional().describe('Staff user; null to unassign'),
    assigned_team_id: Id.nullable().optional().describe('Team; null for none'),
    notes: content.notes,
    ...suppression,
  })
  .refine((body) => body.assigned_to !== undefined || body.assigned_team_id !== undefined, {
    path: ['assigned_to'],
    message: 'is required',
  })
  .meta({ id: 'AssignTicket' });
export type AssignTicket = z.infer<typeof AssignTicket>;

export const CloseTicket = z
  .object({
    status_id: Id.optional().describe('Closed status of the channel; its first one when absent'),
    status: content.status,
    notes: content.notes,
    resolution: z.string().trim().min(1).max(5000).optional().describe('Added as a public comment that is the resolution'),
    ...suppression,
    ...override,
  })
  .meta({ id: 'CloseTicket', example: { status: 'Resolved', resolution: 'The power supply was replaced', notes: 'Half an hour on site' } });
export type CloseTicket = z.infer<typeof CloseTicket>;

export const CreateTicketFromAsset = z
  .object({
    title,
    priority_id: Id.describe('Priority'),
    status_id: Id.describe('Status of the channel'),
    ...channelReference,
    asset_id: Id.describe('Asset of the client'),
    client_id: Id.describe('Client'),
    description: nullableText(100_000).describe('The whole story'),
    contact_name_id: optionalId('Contact of the client'),
    category_id: optionalId('Category of the channel'),
  })
  .meta({
    id: 'CreateTicketFromAsset',
    example: {
      title: 'Workstation does not start',
      priority_id: EXAMPLE_ID,
      status_id: EXAMPLE_ID,
      channel_id: EXAMPLE_ID,
      asset_id: EXAMPLE_ID,
      client_id: EXAMPLE_ID,
      description: 'The screen stays black since this morning.',
    },
  });
export type CreateTicketFromAsset = z.infer<typeof CreateTicketFromAsset>;

export const MergeTickets = z
  .object({
    source_ticket_ids: z.array(Id).min(1).max(20).describe('Tickets that become part of this one'),
    status_id: Id.optional().describe('Closed status the sources get, if it is of their channel; its first closed one otherwise'),
  })
  .meta({ id: 'MergeTickets' });
export type MergeTickets = z.infer<typeof MergeTickets>;

export const BulkUpdateTickets = z
  .object({
    ticket_ids: z.array(Id).min(1).max(100).describe('Tickets'),
    data: UpdateTicket.omit({ external_ids: true }).describe('What is changed of each'),
  })
  .meta({ id: 'BulkUpdateTickets', example: { ticket_ids: [EXAMPLE_ID], data: { tags: ['vip'], due_date: '2030-12-31T17:00:00.000Z' } } });
export type BulkUpdateTickets = z.infer<typeof BulkUpdateTickets>;

export const BulkTicketResults = z
  .object({
    updated_count: z.int().describe('Tickets that were changed, or were so already'),
    results: z.array(
      z.object({
        ticket_id: Id,
        success: z.boolean(),
        code: z.string().optional().describe('Why not'),
        message: z.string().optional().describe('For people'),
      }),
    ),
  })
  .meta({ id: 'BulkTicketResults' });

const SLA = z.object({
  response_due_at: Timestamp.nullable().describe('When the first answer is due'),
  resolution_due_at: Timestamp.nullable().describe('When it has to be closed'),
  first_response_at: Timestamp.nullable().describe('When it was first answered in public'),
  update_due_at: Timestamp.nullable().describe('When the next answer is due, while the client waits for one'),
  paused_since: Timestamp.nullable().describe('Since when the clocks stand still'),
  paused_minutes: z.int().describe('Working minutes the clocks stood still before that'),
  response_breached: z.boolean().describe('Whether the first answer came, or still is, too late'),
  update_breached: z.boolean().describe('Whether the next answer is too late, or was when the ticket was closed'),
  resolution_breached: z.boolean().describe('Whether it was, or will be, closed too late'),
});

const text = z.string();

export const Ticket = z
  .object({
    ticket_id: Id.describe('Identifies the ticket'),
    ...shownExternalIds,
    ...rowVersion,
    ticket_number: text.describe('Number; never given twice'),
    title: text.describe('What it is about'),
    description: text.nullable().describe('The whole story'),
    url: text.nullable(),
    channel_id: Id.describe('Channel'),
    board_id: Id.describe('The same as `channel_id`'),
    channel_name: text,
    board_name: text,
    client_id: Id.nullable(),
    client_name: text.nullable(),
    location_id: Id.nullable(),
    location_name: text.nullable(),
    contact_name_id: Id.nullable(),
    contact_name: text.nullable(),
    status_id: Id,
    status_name: text,
    status_is_closed: z.boolean(),
    is_closed: z.boolean(),
    priority_id: Id.nullable(),
    priority_name: text.nullable(),
    priority_color: text.nullable(),
    category_id: Id.nullable(),
    category_name: text.nullable(),
    subcategory_id: Id.nullable(),
    subcategory_name: text.nullable(),
    assigned_to: Id.nullable(),
    assigned_to_name: text.nullable(),
    assigned_team_id: Id.nullable(),
    parent_ticket_id: Id.nullable(),
    merged_into: Id.nullable().describe('Ticket this one became part of'),
    related_ticket_id: Id.nullable().describe('Ticket this one follows'),
    source: text.describe('Where it came from'),
    ticket_origin: text.describe('The same as `source`'),
    attributes: z.record(z.string(), z.unknown()),
    tags: z.array(text),
    flags: z.array(text).describe('What staff should know about it'),
    response_state: text.nullable().describe('Who has to answer'),
    due_date: Timestamp.nullable(),
    sla: SLA,
    comment_count: z.int().describe('Comments that can be seen'),
    time_spent_minutes: z.int().describe('Minutes logged on it'),
    entered_by: Id.nullable(),
    entered_by_name: text.nullable(),
    entered_at: Timestamp,
    updated_by: Id.nullable(),
    updated_at: Timestamp,
    closed_by: Id.nullable(),
    closed_at: Timestamp.nullable(),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof Ticket>;

export const TicketDetails = Ticket.extend({
  description_html: text.nullable().describe('The description as HTML'),
  client: z.object({ client_id: Id, client_name: text.nullable(), email: text.nullable(), phone_no: text.nullable() }).nullable(),
  contact: z.object({ contact_name_id: Id, full_name: text.nullable(), email: text.nullable() }).nullable(),
  status: z.object({ status_id: Id, status_name: text, is_closed: z.boolean(), order_number: z.int() }),
  priority: z.object({ priority_id: Id, priority_name: text.nullable(), order_number: z.int().nullable() }).nullable(),
  category: z.object({ category_id: Id, category_name: text.nullable() }).nullable(),
  assigned_user: z.object({ user_id: Id, first_name: text.nullable(), last_name: text.nullable(), email: text.nullable() }).nullable(),
}).meta({ id: 'TicketDetails' });
export type TicketDetails = z.infer<typeof TicketDetails>;

export const TicketListQuery = listQuery({
  sort: [
    'created_at',
    'entered_at',
    'updated_at',
    'closed_at',
    'due_date',
    'title',
    'ticket_number',
    'status_name',
    'priority',
    'client_name',
  ],
  defaultSort: 'created_at',
  filters: {
    ...externalIdFilter,
    title: text.max(255).optional().describe('Part of the title'),
    ticket_number: text.max(64).optional().describe('Part of the number'),
    channel_id: Id.optional(),
    board_id: Id.optional().describe('Another name of `channel_id`'),
    client_id: Id.optional(),
    location_id: Id.optional(),
    contact_name_id: Id.optional(),
    status_id: Id.optional(),
    status_ids: queryList(Id).optional().describe('Any of these statuses'),
    category_id: Id.optional(),
    subcategory_id: Id.optional(),
    entered_by: Id.optional(),
    assigned_to: Id.optional(),
    assigned_team_id: Id.optional(),
    priority_id: Id.optional(),
    parent_ticket_id: Id.optional(),
    is_open: QueryBoolean.optional(),
    is_closed: QueryBoolean.optional(),
    is_active: QueryBoolean.optional().describe('The same as `is_open`'),
    is_overdue: QueryBoolean.optional().describe('Open and past its due date or resolution target'),
    has_assignment: QueryBoolean.optional(),
    entered_from: DateBound.optional(),
    entered_to: dateUntil('Entered at or before'),
    closed_from: DateBound.optional(),
    closed_to: dateUntil('Closed at or before'),
    due_from: DateBound.optional(),
    due_to: dateUntil('Due at or before'),
    client_name: text.max(255).optional().describe('Name of the client, whatever its case'),
    contact_name: text.max(255).optional().describe('Name of the contact, whatever its case'),
    status_name: text.max(255).optional().describe('Name of the status, whatever its case'),
    priority_name: text.max(255).optional().describe('Name of the priority, whatever its case'),
    category_name: text.max(255).optional().describe('Name of the category, whatever its case'),
    board_name: text.max(255).optional().describe('Name of the channel, whatever its case'),
    channel_name: text.max(255).optional().describe('Name of the channel, whatever its case'),
    tags: anyTagFilter,
  },
});
export type TicketListQuery = z.infer<typeof TicketListQuery>;

export const TicketSearchQuery = z.object({
  query: z.string().trim().min(1).max(255).describe('Text to find'),
  fields: queryList(z.enum(['title', 'ticket_number', 'client_name', 'contact_name', 'description']))
    .optional()
    .describe('Where; title and number when absent'),
  status_ids: queryList(Id).optional(),
  priority_ids: queryList(Id).optional(),
  client_ids: queryList(Id).optional(),
  assigned_to_ids: queryList(Id).optional(),
  include_closed: QueryBoolean.optional().describe('Finds closed tickets too'),
  limit: queryInteger({ min: 1, max: 100, default: 25 }),
});
export type TicketSearchQuery = z.infer<typeof TicketSearchQuery>;

export const FoundTicket = Ticket.extend({
  relevance_score: z.int().describe('100 for the number or title itself, 75 for a beginning, 50 for a part'),
}).meta({ id: 'FoundTicket' });

const counts = z.record(z.string(), z.int());

export const TicketStats = z
  .object({
    total_tickets: z.int(),
    open_tickets: z.int(),
    closed_tickets: z.int(),
    overdue_tickets: z.int(),
    unassigned_tickets: z.int().describe('Open tickets without an assignee'),
    tickets_by_status: counts.describe('By status id'),
    tickets_by_priority: counts.describe('By name'),
    tickets_by_category: counts.describe('By name'),
    tickets_by_board: counts.describe('By name'),
    tickets_by_channel: counts.describe('By name'),
    average_resolution_time: z.number().nullable().describe('Minutes from opening to closing; null while nothing is closed'),
    tickets_created_today: z.int(),
    tickets_created_this_week: z.int().describe('Last 7 days'),
    tickets_created_this_month: z.int().describe('Last 30 days'),
  })
  .meta({ id: 'TicketStats' });
export type TicketStats = z.infer<typeof TicketStats>;
