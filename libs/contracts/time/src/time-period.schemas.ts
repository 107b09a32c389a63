import { Id, listQuery, queryList, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** A calendar date; of a date-time the date as written counts. Years beyond these bounds are typing errors. */
const CalendarDate = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: 'must be an ISO 8601 date' })
  .transform((text) => text.slice(0, 10))
  .pipe(z.string().regex(/^(19|2\d)\d{2}-/, 'must lie in the years 1900 to 2999'))
  .meta({ override: { type: 'string', examples: ['2026-06-01'] } });

export const TimePeriod = z
  .object({
    period_id: Id.describe('Identifies the time period'),
    start_date: z.string().describe('First day'),
    end_date: z.string().describe('Day after the last one'),
    is_current: z.boolean().describe('Whether today, in UTC, lies in the period'),
    duration_days: z.int().describe('Number of days'),
    week_number: z.int().describe('ISO week of the first day'),
    month_name: z.string().describe('Month of the first day, in English'),
    year: z.int().describe('Year of the first day'),
    closed_at: Timestamp.nullable().describe('Since when no time is logged in it any more'),
    closed_by: Id.nullable().describe('Who closed it'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'TimePeriod' });
export type TimePeriod = z.infer<typeof TimePeriod>;

const writable = {
  start_date: CalendarDate.describe('First day'),
  end_date: CalendarDate.describe('Day after the last one; later than `start_date`').meta({ example: '2026-07-01' }),
};

export const CreateTimePeriod = z.object(writable).meta({ id: 'CreateTimePeriod' });
export type CreateTimePeriod = z.infer<typeof CreateTimePeriod>;

export const UpdateTimePeriod = z.object(writable).partial().meta({ id: 'UpdateTimePeriod' });
export type UpdateTimePeriod = z.infer<typeof UpdateTimePeriod>;

export const periodFrequencies = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly', 'custom'] as const;
export type PeriodFrequency = (typeof periodFrequencies)[number];

export const GenerateTimePeriods = z
  .object({
    start_date: CalendarDate.describe('First day of the first period'),
    end_date: CalendarDate.describe('No period ends after this day, which itself is outside').meta({ example: '2027-01-01' }),
    frequency: z
      .enum(periodFrequencies)
      .optional()
      .describe('Length of a period; by the active settings of the tenant when absent')
      .meta({ example: 'monthly' }),
    frequency_unit: z
      .int()
      .min(1)
      .max(366)
      .optional()
      .describe('How many of these a period lasts, 1 when absent; days for `custom`, which needs it'),
    on_conflict: z
      .enum(['error', 'skip'])
      .default('error')
      .describe('What to do about periods that overlap existing ones: refuse all, or leave them out'),
  })
  .meta({ id: 'GenerateTimePeriods' });
export type GenerateTimePeriods = z.infer<typeof GenerateTimePeriods>;

export const GeneratedTimePeriods = z
  .object({ periods: z.array(TimePeriod).describe('The new periods in order') })
  .meta({ id: 'GeneratedTimePeriods' });

export const TimePeriodListQuery = listQuery({
  sort: ['start_date', 'end_date', 'created_at', 'updated_at'],
  defaultSort: 'start_date',
  filters: {
    period_ids: queryList(Id).optional().describe('Only these periods'),
    date: z.iso.date().optional().describe('Only the period this day lies in'),
  },
}).omit({ search: true });
export type TimePeriodListQuery = z.infer<typeof TimePeriodListQuery>;

export const ClosedTimePeriod = z
  .object({
    period: TimePeriod,
    results: z
      .array(
        z.object({
          time_sheet_id: Id,
          user_id: Id,
          success: z.boolean().describe('Whether the sheet is handed in, or open again'),
          approval_status: z.string().describe('Status of the sheet now'),
          code: z.string().optional().describe('Error code'),
          error: z.string().optional().describe('What stood in the way'),
        }),
      )
      .describe('Each sheet of the period'),
  })
  .meta({ id: 'ClosedTimePeriod' });

export const ReopenTimePeriod = z
  .object({ reason: z.string().trim().min(1).max(2000).describe('Why; kept as a comment of each sheet that is given back') })
  .meta({ id: 'ReopenTimePeriod' });
