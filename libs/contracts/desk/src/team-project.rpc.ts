import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';

/** A project with what a team has to do with it. */
export const ProjectOfTeam = z.object({
  project_id: z.guid(),
  project_name: z.string(),
  status: z.string().nullable(),
  client_id: z.guid().nullable(),
  client_name: z.string().nullable(),
  role: z.enum(['primary', 'secondary', 'support', 'consultant']),
  assigned_at: z.string(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  allocation_percentage: z.number().nullable(),
  notes: z.string().nullable(),
});
export type ProjectOfTeam = z.infer<typeof ProjectOfTeam>;

/** What the desk service answers over NATS about the projects of teams. */
export const teamProjectRpc = rpcMethods('desk', {
  listProjectsOfTeam: {
    summary: 'One page of the projects a team works on, the last assigned first',
    request: z.object({ team_id: z.guid(), page: z.int().min(1), limit: z.int().min(1).max(100) }),
    response: z.object({ projects: z.array(ProjectOfTeam), total: z.int() }),
  },
  countProjectsOfTeam: {
    summary: 'How many projects a team is at work on, and how many it completed in a stretch of time',
    request: z.object({ team_id: z.guid(), from: z.string().describe('Start, inclusive'), to: z.string().describe('End, exclusive') }),
    response: z.object({
      active: z.int(),
      completed: z.int(),
      by_status: z.array(z.object({ status: z.string(), count: z.int() })).max(100),
    }),
  },
});
