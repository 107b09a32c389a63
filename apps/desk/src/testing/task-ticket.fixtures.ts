import type { taskTicketRoutes } from '@psa/contracts-desk';
import type { Fixture } from '@psa/test-kit/derived';
import { makeFullProject, makePhase, makeProject } from './make-project.ts';
import { makeFullTicket } from './make-ticket.ts';

export const taskTicketFixtures: { readonly [K in keyof typeof taskTicketRoutes]: Fixture } = {
  openTicketForTask: async ({ api }) => {
    const { first: task } = await makeFullProject(api);
    return { params: { taskId: task.task_id }, body: { title: 'Ask the vendor' } };
  },
  createTaskOfTicket: async ({ api }) => {
    const { project_id, client_id } = await makeProject(api);
    const { phase_id } = await makePhase(api, project_id);
    const { ticket_id } = await makeFullTicket(api, { client_id });
    return { params: { id: ticket_id }, body: { project_id, phase_id } };
  },
};
