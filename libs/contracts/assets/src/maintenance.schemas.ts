import { Id, Instant, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

const ScheduleType = z.enum(['preventive', 'inspection', 'calibration', 'replacement']);
export const Frequency = z.enum(['daily', 'weekly', 'monthly', 'quarterly', 'yearly', 'custom']);
export type Frequency = z.infer<typeof Frequency>;

export const MaintenanceSchedule = z.object({
  schedule_id: Id,
  asset_id: Id,
  schedule_type: ScheduleType,
  frequency: Frequency,
  frequency_interval: z.int().describe('Every how many units of the frequency'),
  start_date: Timestamp.describe('Anchor of the recurrence'),
  end_date: Timestamp.nullable(),
  notes: z.string().nullable(),
  assigned_to: Id.nullable().describe('User who is to do it'),
  is_active: z.boolean(),
  schedule_config: z.record(z.string(), z.unknown()).nullable().describe('For custom: interval_days, rrule or cron, and a timezone'),
  last_maintenance: Timestamp.nullable(),
  next_maintenance: Timestamp.nullable().describe('Next due date; null when the schedule has ended'),
  created_at: Timestamp,
  updated_at: Timestamp,
  tenant: Id,
}).meta({ id: 'MaintenanceSchedule' });
export type MaintenanceSchedule = z.infer<typeof MaintenanceSchedule>;

const writable = {
  schedule_type: ScheduleType,
  frequency: Frequency,
  frequency_interval: z.int().min(1).max(1000).optional(),
  start_date: Instant.optional().describe('Now when absent'),
  end_date: Instant.nullish(),
  notes: z.string().max(10_000).nullish(),
  assigned_to: Id.nullish(),
  is_active: z.boolean().optional(),
  schedule_config: z.record(z.string(), z.unknown()).nullish(),
};

export const CreateMaintenanceSchedule = z.object(writable).meta({ id: 'CreateMaintenanceSchedule' });
export type CreateMaintenanceSchedule = z.infer<typeof CreateMaintenanceSchedule>;
export const UpdateMaintenanceSchedule = z.object(writable).partial().meta({ id: 'UpdateMaintenanceSchedule' });
export type UpdateMaintenanceSchedule = z.infer<typeof UpdateMaintenanceSchedule>;
