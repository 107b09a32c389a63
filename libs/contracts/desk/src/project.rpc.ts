import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';
import { ProjectFacts, ProjectTaskFacts } from './project.events.ts';

/** What the desk service answers over NATS about projects and their tasks. */
export const projectRpc = rpcMethods('desk', {
  getProjectFacts: {
    summary: 'A project, for a service whose copy has not arrived yet',
    request: z.object({ project_id: z.guid() }),
    response: z.object({
      project: ProjectFacts.extend({ version: z.int() }).nullable().describe('null when the tenant has no such project'),
    }),
  },
  getTaskFacts: {
    summary: 'A task of a project, for a service whose copy has not arrived yet',
    request: z.object({ task_id: z.guid() }),
    response: z.object({
      task: ProjectTaskFacts.extend({ version: z.int() }).nullable().describe('null when the tenant has no such task'),
    }),
  },
  countProjectsOfClient: {
    summary: 'How many projects a client has, closed ones among them',
    request: z.object({ client_id: z.guid() }),
    response: z.object({ projects: z.int() }),
  },
  countProjectsOfContact: {
    summary: 'How many projects name a contact',
    request: z.object({ contact_name_id: z.guid() }),
    response: z.object({ projects: z.int() }),
  },
});
