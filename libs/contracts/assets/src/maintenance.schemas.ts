import { Id, Instant, PastInstant, Timestamp, TimeZone } from '@psa/contract-kit';
import { z } from 'zod';

const ScheduleType = z.enum(['preventive', 'inspection', 'calibration', 'replacement']).meta({ id: 'MaintenanceScheduleType' });
export const Frequency = z.enum(['daily', 'weekly', 'monthly', 'quarterly', 'yearly', 'custom']).meta({ id: 'MaintenanceFrequency' });
export type Frequency = z.infer<typeof Frequency>;
const MaintenanceType = z.enum(['preventive', 'corrective', 'inspection', 'calibration', 'replacement']).meta({ id: 'MaintenanceType' });

const anyMembers = z.record(z.string(), z.unknown());

export const MaintenanceSchedule = z
  .object({
    schedule_id: Id.describe('Identifies the schedule'),
    asset_id: Id.describe('Asset to maintain'),
    schedule_type: ScheduleType.describe('What is to be done'),
    frequency: Frequency.describe('Unit of the recurrence'),
    frequency_interval: z.int().describe('Every how many units of the frequency; custom recurrences do not use it'),
    start_date: Timestamp.describe('Anchor of the recurrence; the first due date is one interval later'),
    end_date: Timestamp.nullable().describe('No due date lies after it'),
    notes: z.string().nullable().describe('What to mind'),
    assigned_to: Id.nullable().describe('User who is to do it'),
    is_active: z.boolean().describe('Whether it counts as due; turns false when the schedule has ended'),
    schedule_config: anyMembers.nullable().describe('For custom: interval_days, rrule or cron, and a timezone'),
    last_maintenance: Timestamp.nullable().describe('When maintenance was last performed under this schedule'),
    next_maintenance: Timestamp.nullable().describe('Next due date; null when the schedule has ended'),
    created_at: Timestamp.describe('When the schedule was created'),
    updated_at: Timestamp.describe('When the schedule was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'MaintenanceSchedule' });
export type MaintenanceSchedule = z.infer<typeof MaintenanceSchedule>;

const writable = {
  schedule_type: ScheduleType.describe('What is to be done'),
  frequency: Frequency.describe('Unit of the recurrence; custom reads schedule_config'),
  frequency_interval: z.int().min(1).max(1000).optional().describe('Every how many units; 1 when absent'),
  start_date: Instant.optional().describe('Anchor of the recurrence; now when absent'),
  end_date: Instant.nullish().describe('No due date lies after it'),
  notes: z.string().max(10_000).nullish().describe('What to mind'),
  assigned_to: Id.nullish().describe('User who is to do it'),
  is_active: z.boolean().optional().describe('true when absent'),
  schedule_config: anyMembers.nullish().describe('For custom: interval_days, rrule or cron, and a timezone'),
};

export const CreateMaintenanceSchedule = z.object(writable).meta({ id: 'CreateMaintenanceSchedule' });
export type CreateMaintenanceSchedule = z.infer<typeof CreateMaintenanceSchedule>;
export const UpdateMaintenanceSchedule = z.object(writable).partial().meta({ id: 'UpdateMaintenanceSchedule' });
export type UpdateMaintenanceSchedule = z.infer<typeof UpdateMaintenanceSchedule>;

/** The `schedule_config` of a custom frequency: one of three ways to say when, and the time zone it is meant in. */
export const CustomRecurrence = z
  .object({
    interval_days: z.int().min(1).max(36_500).optional().describe('Every so many days at the time of day of start_date'),
    rrule: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe('RFC 5545 recurrence rule, daily or rarer, such as FREQ=MONTHLY;BYDAY=2TU; start_date is its DTSTART'),
    cron: z
      .string()
      .trim()
      .max(100)
      .regex(/^\S+(?:\s+\S+){4}$/, 'must have five fields')
      .optional()
      .describe('Cron expression of five fields, such as 0 8 1 * *'),
    timezone: TimeZone.default('UTC').describe('IANA time zone; UTC when absent'),
  })
  .refine(({ interval_days, rrule, cron }) => [interval_days, rrule, cron].filter((way) => way !== undefined).length === 1, {
    error: 'must have exactly one of interval_days, rrule and cron',
  })
  .meta({ id: 'CustomRecurrence' });
export type CustomRecurrence = z.infer<typeof CustomRecurrence>;

/** A row of an asset's maintenance history. */
export const MaintenanceRecord = z
  .object({
    history_id: Id.describe('Identifies the record'),
    asset_id: Id.describe('Asset that was maintained'),
    schedule_id: Id.nullable().describe('Schedule it was done under; null without one, or when it is gone'),
    maintenance_type: MaintenanceType.describe('What was done'),
    performed_by: Id.describe('User who did it'),
    performed_by_user_name: z.string().nullable().describe('First and last name of that user; null when unknown'),
    performed_at: Timestamp.describe('When it was done'),
    duration_hours: z.number().nullable().describe('Hours it took'),
    cost: z.number().nullable().describe('What it cost'),
    notes: z.string().nullable().describe('Remarks'),
    parts_used: z.array(z.string()).describe('Parts that were used'),
    maintenance_data: anyMembers.nullable().describe('Further data, such as measurements'),
    description: z.string().describe('The notes; without notes, a phrase made from the type'),
    created_at: Timestamp.describe('When it was recorded'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'MaintenanceRecord' });
export type MaintenanceRecord = z.infer<typeof MaintenanceRecord>;

export const RecordMaintenance = z
  .object({
    maintenance_type: MaintenanceType.describe('What was done'),
    performed_by: Id.describe('User who did it; not validated'),
    performed_at: PastInstant.describe('When it was done; not in the future'),
    schedule_id: Id.nullish().describe('Schedule of the asset to move on; one that is gone is passed over'),
    duration_hours: z.number().min(0).max(1_000_000).nullish().describe('Hours it took'),
    cost: z.number().min(0).max(1_000_000_000_000).nullish().describe('What it cost'),
    notes: z.string().max(10_000).nullish().describe('Remarks'),
    parts_used: z.array(z.string().max(500)).max(200).nullish().describe('Parts that were used'),
    maintenance_data: anyMembers.nullish().describe('Further data, such as measurements'),
  })
  .meta({ id: 'RecordMaintenance' });
export type RecordMaintenance = z.infer<typeof RecordMaintenance>;
