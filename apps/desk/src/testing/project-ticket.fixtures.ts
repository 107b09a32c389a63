import type { projectTicketRoutes } from '@psa/contracts-desk';
import type { Fixture, World } from '@psa/test-kit/derived';
import { makeFullProject } from './make-project.ts';
import { makeTicket } from './make-ticket.ts';

async function linked({ api }: World) {
  const { project, first } = await makeFullProject(api);
  const { ticket_id: ticketId } = await makeTicket(api);
  const body = { ticket_id: ticketId, task_id: first.task_id };
  const { status, text } = await api.post(`/api/v1/projects/${project.project_id}/tickets`, body);
  if (status !== 201) throw new Error(text);
  return { projectId: project.project_id, taskId: first.task_id, ticketId };
}

export const projectTicketFixtures: { readonly [K in keyof typeof projectTicketRoutes]: Fixture } = {
  listProjectTickets: async (world) => ({ params: { id: (await linked(world)).projectId } }),
  linkProjectTicket: async ({ api }) => {
    const { project } = await makeFullProject(api);
    const { ticket_id } = await makeTicket(api);
    return { params: { id: project.project_id }, body: { ticket_id, link_type: 'blocks' } };
  },
  unlinkProjectTicket: async (world) => {
    const { projectId, ticketId } = await linked(world);
    return { params: { id: projectId, ticketId } };
  },
  listTaskTickets: async (world) => ({ params: { taskId: (await linked(world)).taskId } }),
  listTicketProjects: async (world) => ({ params: { id: (await linked(world)).ticketId } }),
};
