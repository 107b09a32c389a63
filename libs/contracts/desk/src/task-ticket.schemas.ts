import { Id } from '@psa/contract-kit';
import { z } from 'zod';
import { ProjectTask } from './project-task.schemas.ts';

export const OpenTicketForTask = z
  .object({
    title: z.string().trim().min(1).max(255).optional().describe('Title; the name of the task when absent'),
    channel_id: Id.optional().describe('Channel; the default one when absent'),
    status_id: Id.optional().describe('Status of the channel; its default when absent'),
    priority_id: Id.optional().describe('Priority; the one called like that of the task when absent, else the last'),
    assigned_to: Id.nullish().describe('Who works on it; who does the task when absent'),
  })
  .meta({ id: 'OpenTicketForTask' });
export type OpenTicketForTask = z.infer<typeof OpenTicketForTask>;

export const CreateTaskOfTicket = z
  .object({
    project_id: Id.describe('Project of the same client'),
    phase_id: Id.describe('Phase of the project the task is added to'),
    task_name: z.string().trim().min(1).max(255).optional().describe('Name; the title of the ticket when absent'),
    project_status_mapping_id: Id.optional().describe('Status column; the first open one when absent'),
    assigned_to: Id.nullish().describe('Who does it; who works on the ticket when absent'),
  })
  .meta({ id: 'CreateTaskOfTicket' });
export type CreateTaskOfTicket = z.infer<typeof CreateTaskOfTicket>;

export const TaskOfTicket = ProjectTask.extend({ ticket_id: Id.describe('Ticket it is linked to') }).meta({ id: 'TaskOfTicket' });
export type TaskOfTicket = z.infer<typeof TaskOfTicket>;
