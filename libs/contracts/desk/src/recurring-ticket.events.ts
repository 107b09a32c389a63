import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Facts = z.object({ recurring_ticket_id: z.guid(), name: z.string() });

export const recurringTicketEvents = events('desk', {
  created: {
    name: 'recurring_ticket.created',
    version: 1,
    permission: 'ticket:read',
    key: 'recurring_ticket_id',
    summary: 'A recurring ticket was created',
    data: Facts,
  },
  updated: {
    name: 'recurring_ticket.updated',
    version: 1,
    permission: 'ticket:read',
    key: 'recurring_ticket_id',
    summary: 'A recurring ticket was changed',
    data: Facts.extend({ changed: z.array(z.string()) }),
  },
  deleted: {
    name: 'recurring_ticket.deleted',
    version: 1,
    permission: 'ticket:read',
    key: 'recurring_ticket_id',
    summary: 'A recurring ticket was deleted',
    data: z.object({ recurring_ticket_id: z.guid() }),
  },
  failed: {
    name: 'recurring_ticket.failed',
    version: 1,
    permission: 'ticket:read',
    key: 'recurring_ticket_id',
    summary: 'A recurring ticket could not be opened',
    data: Facts.extend({ message: z.string() }),
  },
});
