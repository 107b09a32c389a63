import { Id, listQuery, QueryBoolean, Timestamp, TimeZone } from '@psa/contract-kit';
import { z } from 'zod';
import { nullableText } from './project-fields.ts';

/** Rules a channel may demand to be met before a ticket is closed. */
export const RequiredTicketField = z.enum([
  'assigned_to',
  'assigned_team_id',
  'category_id',
  'subcategory_id',
  'contact_name_id',
  'description',
  'due_date',
  'location_id',
]);
export type RequiredTicketField = z.infer<typeof RequiredTicketField>;

export const CloseRules = z
  .object({
    resolution_comment: z.boolean().default(false).describe('A comment has to be marked as the resolution'),
    time_entry: z.boolean().default(false).describe('Time has to be logged on the ticket'),
    checklist_incomplete: z.boolean().default(true).describe('Required checklist items have to be completed'),
    open_children: z.boolean().default(true).describe('Child tickets have to be closed'),
    required_fields: z.array(RequiredTicketField).max(8).default([]).describe('Members that have to be set'),
  })
  .meta({ id: 'CloseRules' });
export type CloseRules = z.infer<typeof CloseRules>;

const WorkingTime = z.object({
  start: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .describe('HH:MM'),
  end: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)
    .describe('HH:MM, 24:00 at most'),
});

export const ChannelHours = z
  .object({
    time_zone: TimeZone.describe('IANA name of the zone the times are in'),
    week: z
      .array(
        z
          .array(WorkingTime)
          .max(10)
          .refine((times) => times.every(({ start, end }) => start < end), 'must end after they begin'),
      )
      .length(7)
      .refine((week) => week.some((day) => day.length > 0), 'must have a working time')
      .describe('Working times of Monday to Sunday; several a day for split shifts'),
    holidays: z.array(z.iso.date()).max(400).default([]).describe('Days without business hours'),
  })
  .meta({
    id: 'ChannelHours',
    example: {
      time_zone: 'Europe/Dublin',
      week: [...Array.from({ length: 5 }, () => [{ start: '09:00', end: '17:30' }]), [], []],
      holidays: ['2030-12-25'],
    },
  });
export type ChannelHours = z.infer<typeof ChannelHours>;

export const SlaTarget = z
  .object({
    priority_id: Id.describe('Priority the targets are for'),
    response_minutes: z.int().min(1).max(525_600).nullable().describe('Working minutes until the first public answer; null for no target'),
    resolution_minutes: z.int().min(1).max(525_600).nullable().describe('Working minutes until the ticket is closed; null for no target'),
    update_minutes: z
      .int()
      .min(1)
      .max(525_600)
      .nullish()
      .describe('Working minutes until the next public answer after the client wrote again; null for no target'),
  })
  .meta({ id: 'SlaTarget' });
export type SlaTarget = z.infer<typeof SlaTarget>;

export const SlaEscalation = z
  .object({
    priority_id: Id.nullish().describe('Priority the ticket gets'),
    assigned_to: Id.nullish().describe('User of the staff it is assigned to'),
    assigned_team_id: Id.nullish().describe('Team it is assigned to'),
    watcher_user_id: Id.nullish().describe('User of the staff who watches it from then on'),
  })
  .meta({ id: 'SlaEscalation' });
export type SlaEscalation = z.infer<typeof SlaEscalation>;

export const PortalVisibility = z.enum(['none', 'own', 'client', 'all']).meta({ id: 'PortalVisibility' });
export type PortalVisibility = z.infer<typeof PortalVisibility>;

const settings = {
  description: nullableText(2000).describe('What the channel is for'),
  display_order: z.int().min(0).max(1_000_000).optional().describe('Place in the list; behind the last when absent'),
  is_default: z.boolean().optional().describe('Takes tickets that name no channel, such as mail; the one before gives way'),
  is_inactive: z.boolean().optional().describe('Takes no new tickets'),
  portal_visibility: PortalVisibility.optional().describe(
    'Which tickets people of the client portal see: none, their own, all of their client, or all there are, as for news: those of others only to read, and without who opened or wrote them',
  ),
  visible_to_team_ids: z
    .array(Id)
    .max(50)
    .optional()
    .describe(
      'Teams whose members see its tickets, beside those who may change ticket settings; all staff when empty. Others on the staff do not see them in events, assets and time either',
    ),
  close_rules: CloseRules.optional().describe('What has to be met before a ticket is closed'),
  business_hours: ChannelHours.nullish().describe('When the SLA clocks run; round the clock when null'),
  sla_targets: z
    .array(SlaTarget)
    .max(50)
    .refine((targets) => new Set(targets.map(({ priority_id }) => priority_id)).size === targets.length, 'must name each priority once')
    .optional()
    .describe('Targets by priority'),
  sla_escalation: SlaEscalation.nullish().describe('What happens to a ticket that misses a target; nothing when null'),
  reopen_days: z
    .int()
    .min(0)
    .max(3650)
    .nullish()
    .describe('Days in which an answer of the client reopens a closed ticket; always when null'),
};

const channel_name = z.string().trim().min(1).max(255).describe('Name; unique in the tenant, whatever its case');

export const CreateChannel = z
  .object({
    channel_name: channel_name.optional().describe('Name; required, `board_name` is another name of it'),
    board_name: channel_name.optional().describe('Another name of `channel_name`'),
    ...settings,
  })
  .meta({ id: 'CreateChannel' });
export type CreateChannel = z.infer<typeof CreateChannel>;

export const UpdateChannel = CreateChannel.partial().meta({ id: 'UpdateChannel' });
export type UpdateChannel = z.infer<typeof UpdateChannel>;

export const Channel = z
  .object({
    channel_id: Id.describe('Identifies the channel'),
    board_id: Id.describe('The same as `channel_id`'),
    channel_name: z.string().describe('Name'),
    board_name: z.string().describe('The same as `channel_name`'),
    description: z.string().nullable().describe('What it is for'),
    display_order: z.int().describe('Place in the list'),
    is_default: z.boolean().describe('Whether it takes tickets that name no channel'),
    is_inactive: z.boolean().describe('Whether it takes no new tickets'),
    portal_visibility: PortalVisibility.describe('Which tickets people of the client portal see'),
    visible_to_team_ids: z
      .array(Id)
      .describe('Teams whose members see its tickets; all staff when empty; empty for people of the client portal'),
    close_rules: CloseRules.describe('What has to be met before a ticket is closed'),
    business_hours: ChannelHours.nullable().describe('When the SLA clocks run'),
    sla_targets: z.array(SlaTarget).describe('Targets by priority'),
    sla_escalation: SlaEscalation.nullable().describe('What happens to a ticket that misses a target'),
    reopen_days: z.int().nullable().describe('Days in which an answer of the client reopens a closed ticket'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'Channel' });
export type Channel = z.infer<typeof Channel>;

export const ChannelListQuery = listQuery({
  sort: ['display_order', 'channel_name', 'created_at', 'updated_at'],
  defaultSort: 'display_order',
  defaultOrder: 'asc',
  limit: { default: 100, max: 100 },
  filters: {
    channel_name: z.string().max(255).optional().describe('Part of the name'),
    is_inactive: QueryBoolean.optional().describe('Whether they take no new tickets'),
    is_active: QueryBoolean.optional().describe('The opposite of `is_inactive`'),
    is_default: QueryBoolean.optional().describe('The default channel, or the others'),
  },
});
export type ChannelListQuery = z.infer<typeof ChannelListQuery>;
