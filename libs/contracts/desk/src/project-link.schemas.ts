import { DateBound, Id, queryInteger, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { nullableText } from './project-fields.ts';

export const ProjectTicketLinkType = z.enum(['blocks', 'blocked_by', 'related', 'duplicate']).meta({ id: 'ProjectTicketLinkType' });
export type ProjectTicketLinkType = z.infer<typeof ProjectTicketLinkType>;

export const CreateProjectTicketLink = z
  .object({
    ticket_id: Id.describe('Ticket that is linked'),
    task_id: Id.nullish().describe('Task of the project the ticket belongs to; null for the project as a whole'),
    link_type: ProjectTicketLinkType.default('related').describe('What the ticket is to the project'),
    notes: nullableText(1000).describe('Notes'),
  })
  .meta({ id: 'CreateProjectTicketLink' });
export type CreateProjectTicketLink = z.infer<typeof CreateProjectTicketLink>;

export const ProjectTicketLink = z
  .object({
    link_id: Id.describe('Identifies the link'),
    project_id: Id.describe('Project'),
    project_name: z.string().describe('Name of the project'),
    task_id: Id.nullable().describe('Task of the project'),
    task_name: z.string().nullable().describe('Name of the task'),
    ticket_id: Id.describe('Ticket'),
    link_type: ProjectTicketLinkType.describe('What the ticket is to the project'),
    notes: z.string().nullable().describe('Notes'),
    created_at: Timestamp.describe('When the two were linked'),
    tenant: Id.describe('Tenant of the caller'),
    ticket: z
      .object({
        ticket_id: Id,
        ticket_number: z.string(),
        title: z.string(),
        status_name: z.string().nullable(),
        priority_name: z.string().nullable(),
        client_name: z.string().nullable(),
      })
      .describe('The ticket'),
  })
  .meta({ id: 'ProjectTicketLink' });
export type ProjectTicketLink = z.infer<typeof ProjectTicketLink>;

/** A ticket as a project's list shows it. */
export const TicketOfProject = z
  .object({
    link_id: Id.describe('Identifies the link'),
    link_type: ProjectTicketLinkType.describe('What the ticket is to the project'),
    task_id: Id.nullable().describe('Task of the project'),
    notes: z.string().nullable().describe('Notes of the link'),
    link_created_at: Timestamp.describe('When the two were linked'),
    ticket_id: Id.describe('Ticket'),
    ticket_number: z.string().describe('Number of the ticket'),
    title: z.string().describe('Title of the ticket'),
    status_id: Id.describe('Status of the ticket'),
    status_name: z.string().nullable().describe('Name of the status'),
    is_closed: z.boolean().describe('Whether the ticket is closed'),
    priority_id: Id.nullable().describe('Priority of the ticket'),
    priority_name: z.string().nullable().describe('Name of the priority'),
    client_id: Id.nullable().describe('Client of the ticket'),
    client_name: z.string().nullable().describe('Name of the client'),
    assigned_to: Id.nullable().describe('User who works on the ticket'),
    assigned_user_name: z.string().nullable().describe('Name of that user'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'TicketOfProject' });
export type TicketOfProject = z.infer<typeof TicketOfProject>;

export const PageQuery = z.object({
  page: queryInteger({ min: 1, max: 1_000_000, default: 1 }).describe('Number of the page, from 1'),
  limit: queryInteger({ min: 1, max: 100, default: 25 }).describe('Rows a page'),
});

export const ProjectTeamRole = z.enum(['primary', 'secondary', 'support', 'consultant']).meta({ id: 'ProjectTeamRole' });
export type ProjectTeamRole = z.infer<typeof ProjectTeamRole>;

const team = {
  role: ProjectTeamRole.describe('What the team does in the project'),
  start_date: DateBound.nullish().describe('When its work starts'),
  end_date: DateBound.nullish().describe('When its work ends; not before the start'),
  allocation_percentage: z.number().min(0).max(100).nullish().describe('Share of its time'),
  notes: nullableText(1000).describe('Notes'),
};

export const AssignProjectTeam = z
  .object({ team_id: Id.describe('Team that is assigned'), ...team, role: team.role.default('primary') })
  .meta({ id: 'AssignProjectTeam' });
export type AssignProjectTeam = z.infer<typeof AssignProjectTeam>;

export const UpdateProjectTeam = z.object(team).partial().meta({ id: 'UpdateProjectTeam' });
export type UpdateProjectTeam = z.infer<typeof UpdateProjectTeam>;

export const ProjectTeam = z
  .object({
    project_id: Id.describe('Project'),
    team_id: Id.describe('Team'),
    team_name: z.string().nullable().describe('Name of the team'),
    role: ProjectTeamRole.describe('What the team does in the project'),
    assigned_at: Timestamp.describe('When the team was assigned'),
    start_date: Timestamp.nullable().describe('When its work starts'),
    end_date: Timestamp.nullable().describe('When its work ends'),
    allocation_percentage: z.number().nullable().describe('Share of its time'),
    notes: z.string().nullable().describe('Notes'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'ProjectTeam' });
export type ProjectTeam = z.infer<typeof ProjectTeam>;
