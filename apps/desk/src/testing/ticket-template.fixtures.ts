import { randomUUID } from 'node:crypto';
import type { ticketTemplateRoutes, TicketTemplate } from '@psa/contracts-desk';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';
import { standardSet } from './make-ticket.ts';

/** A valid body of a new ticket template. */
export async function aTemplate(api: TestApi, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const { channel, priorities } = await standardSet(api);
  return {
    name: `Monthly check ${randomUUID().slice(0, 8)}`,
    notes: 'For servers',
    ticket: { title: 'Check the backups', channel_id: channel.channel_id, priority_id: priorities[2]?.priority_id, due_in_minutes: 480 },
    checklist: [{ item_text: 'Restore a file', is_required: true }, { item_text: 'Look at the log' }],
    ...given,
  };
}

/** Creates a ticket template. */
export async function makeTemplate(api: TestApi, given: Record<string, unknown> = {}): Promise<TicketTemplate> {
  const { status, text, body } = await api.post('/api/v1/ticket-templates', await aTemplate(api, given));
  if (status !== 201) throw new Error(`${status} ${text}`);
  return body.data as TicketTemplate;
}

const onTicketTemplate: Fixture = async ({ api }) => ({ params: { id: (await makeTemplate(api)).ticket_template_id } });

export const ticketTemplateFixtures: { readonly [K in keyof typeof ticketTemplateRoutes]: Fixture } = {
  listTicketTemplates: async (world) => {
    await onTicketTemplate(world);
    return {};
  },
  createTicketTemplate: async ({ api }) => ({ body: await aTemplate(api) }),
  getTicketTemplate: onTicketTemplate,
  updateTicketTemplate: async (world) => ({ ...(await onTicketTemplate(world)), body: { name: 'Weekly check' } }),
  deleteTicketTemplate: onTicketTemplate,
  useTicketTemplate: async (world) => ({ ...(await onTicketTemplate(world)), body: { client_id: randomUUID() } }),
};
