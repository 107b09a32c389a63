import { DateBound, Id, queryInteger, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** A project a team works on. */
export const TeamProject = z
  .object({
    project_id: Id.describe('Identifies the project'),
    project_name: z.string().describe('Name of the project'),
    status: z.string().nullable().describe('Where it stands'),
    client_id: Id.nullable().describe('Client it is for'),
    client_name: z.string().nullable().describe('Name of that'),
    role: z.enum(['primary', 'secondary', 'support', 'consultant']).describe('What the team does in it'),
    assigned_at: Timestamp.describe('When the team was assigned'),
    start_date: z.string().nullable().describe('When its work starts'),
    end_date: z.string().nullable().describe('When its work ends'),
    allocation_percentage: z.number().nullable().describe('Share of its time'),
    notes: z.string().nullable().describe('What else is to be known'),
  })
  .meta({ id: 'TeamProject' });
export type TeamProject = z.infer<typeof TeamProject>;

export const TeamProjectsQuery = z.object({
  page: queryInteger({ min: 1, max: 1_000_000, default: 1 }).describe('Number of the page, from 1'),
  limit: queryInteger({ min: 1, max: 100, default: 25 }).describe('Rows a page'),
});

export const TeamAnalyticsQuery = z.object({
  start_date: DateBound.optional().describe('Start of the time looked at; 30 days before its end when absent'),
  end_date: DateBound.optional().describe('End of the time looked at; now when absent'),
  include_metrics: QueryBoolean.optional().describe('false leaves out what is told of single members, projects and stretches of time'),
  granularity: z.enum(['daily', 'weekly', 'monthly']).optional().describe('Tells the hours also by day, week or month'),
});
export type TeamAnalyticsQuery = z.infer<typeof TeamAnalyticsQuery>;

const hours = z.number().nullable();

/** Figures of a team's work. What another service did not answer is null, and named in `unavailable`. */
export const TeamAnalytics = z
  .object({
    team_id: Id.describe('Identifies the team'),
    team_name: z.string().describe('Name of the team'),
    period: z.object({ start_date: Timestamp, end_date: Timestamp }).describe('The time looked at'),
    member_count: z.int().describe('Active members now'),
    active_projects: z.int().nullable().describe('Projects the team is at work on'),
    completed_projects: z.int().nullable().describe('Projects completed in this time'),
    total_hours_logged: hours.describe('Hours of all members'),
    average_hours_per_member: hours.describe('Hours a member'),
    productivity_score: z
      .number()
      .nullable()
      .describe('0 to 100: the mean of utilisation and project completion, as far as they are known'),
    project_completion_rate: z.number().nullable().describe('Completed projects in percent of all; null when there are none'),
    member_utilization: z
      .array(
        z.object({
          user_id: Id,
          user_name: z.string(),
          hours_logged: hours,
          utilization_percentage: z.number().nullable(),
        }),
      )
      .optional()
      .describe('Hours of each member, and what part of 40 a week they are'),
    project_distribution: z
      .array(z.object({ status: z.string(), count: z.int() }))
      .nullable()
      .optional()
      .describe('Projects by where they stand'),
    hours_by_period: z
      .array(z.object({ start_date: z.string(), hours_logged: z.number() }))
      .nullable()
      .optional()
      .describe('Hours by day, week or month; with granularity'),
    unavailable: z
      .array(z.enum(['hours', 'projects']))
      .describe('What could not be had: the service that knows it is not there or did not answer'),
  })
  .meta({ id: 'TeamAnalytics' });
export type TeamAnalytics = z.infer<typeof TeamAnalytics>;
