import { randomUUID } from 'node:crypto';
import type { RecurringTicket, recurringTicketRoutes } from '@psa/contracts-desk';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';
import { makeTemplate } from './ticket-template.fixtures.ts';

/** A valid body of a new recurring ticket. */
export async function aRecurringTicket(api: TestApi, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  return {
    name: 'Backups of Acme',
    ticket_template_id: (await makeTemplate(api)).ticket_template_id,
    client_id: randomUUID(),
    rrule: 'FREQ=DAILY',
    timezone: 'Europe/Berlin',
    ...given,
  };
}

/** Creates a recurring ticket. */
export async function makeRecurringTicket(api: TestApi, given: Record<string, unknown> = {}): Promise<RecurringTicket> {
  const { status, text, body } = await api.post('/api/v1/recurring-tickets', await aRecurringTicket(api, given));
  if (status !== 201) throw new Error(`${status} ${text}`);
  return body.data as RecurringTicket;
}

const onRecurringTicket: Fixture = async ({ api }) => ({ params: { id: (await makeRecurringTicket(api)).recurring_ticket_id } });

export const recurringTicketFixtures: { readonly [K in keyof typeof recurringTicketRoutes]: Fixture } = {
  listRecurringTickets: async (world) => {
    await onRecurringTicket(world);
    return {};
  },
  createRecurringTicket: async ({ api }) => ({ body: await aRecurringTicket(api) }),
  getRecurringTicket: onRecurringTicket,
  updateRecurringTicket: async (world) => ({ ...(await onRecurringTicket(world)), body: { name: 'Backups' } }),
  deleteRecurringTicket: onRecurringTicket,
  runRecurringTicket: onRecurringTicket,
};
