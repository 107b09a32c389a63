import { events } from '@psa/contract-kit';
import { z } from 'zod';

/** What other services keep of a ticket. */
export const TicketFacts = z.object({
  ticket_id: z.guid(),
  ticket_number: z.string(),
  title: z.string(),
  status_id: z.guid(),
  status_name: z.string(),
  is_closed: z.boolean(),
  priority_id: z.guid().nullable(),
  assigned_to: z.guid().nullable(),
  client_id: z.guid().nullable(),
  channel_id: z.guid().nullable(),
  entered_at: z.string(),
  updated_at: z.string(),
});
export type TicketFacts = z.infer<typeof TicketFacts>;

export const ticketEvents = events('desk', {
  created: {
    name: 'ticket.created',
    version: 1,
    key: 'ticket_id',
    summary: 'A ticket was opened',
    data: TicketFacts.extend({ asset_id: z.guid().nullable().describe('Asset it was opened for; the assets service links the two') }),
  },
  updated: {
    name: 'ticket.updated',
    version: 1,
    key: 'ticket_id',
    summary: 'A ticket was changed, whatever else is published of the change',
    data: TicketFacts.extend({
      changed: z.array(z.string()),
      suppress_contact_notifications: z.boolean().optional().describe('The contact must be told nothing of this change'),
      suppress_internal_notifications: z.boolean().optional().describe('No notifications of this change are sent'),
    }),
  },
  closed: { name: 'ticket.closed', version: 1, key: 'ticket_id', summary: 'A ticket was closed', data: TicketFacts },
  statusChanged: {
    name: 'ticket.status_changed',
    version: 1,
    key: 'ticket_id',
    summary: 'The status of a ticket changed',
    data: TicketFacts.extend({ previous_status_id: z.guid() }),
  },
  assigned: {
    name: 'ticket.assigned',
    version: 1,
    key: 'ticket_id',
    summary: 'A ticket was reassigned or unassigned',
    data: TicketFacts.extend({ previous_assigned_to: z.guid().nullable() }),
  },
  reopened: { name: 'ticket.reopened', version: 1, key: 'ticket_id', summary: 'A closed ticket was opened again', data: TicketFacts },
  imported: {
    name: 'ticket.imported',
    version: 1,
    key: 'ticket_id',
    summary: 'A ticket was taken over from another system; no other event tells of it',
    data: TicketFacts,
  },
  slaBreached: {
    name: 'ticket.sla_breached',
    version: 1,
    key: 'ticket_id',
    summary: 'A ticket was not answered, not answered again or not closed in time; once for each breach',
    data: TicketFacts.extend({ target: z.enum(['response', 'update', 'resolution']), due_at: z.string() }),
  },
  deleted: {
    name: 'ticket.deleted',
    version: 1,
    key: 'ticket_id',
    summary: 'A ticket was deleted',
    data: z.object({
      ticket_id: z.guid(),
      channel_id: z.guid().optional().describe('Channel it was in: it tells who may read of it'),
    }),
  },
});
