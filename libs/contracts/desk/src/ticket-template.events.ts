import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Facts = z.object({ ticket_template_id: z.guid(), name: z.string() });

export const ticketTemplateEvents = events('desk', {
  created: {
    name: 'ticket_template.created',
    version: 1,
    permission: 'ticket:read',
    key: 'ticket_template_id',
    summary: 'A ticket template was created',
    data: Facts,
  },
  updated: {
    name: 'ticket_template.updated',
    version: 1,
    permission: 'ticket:read',
    key: 'ticket_template_id',
    summary: 'A ticket template was changed',
    data: Facts.extend({ changed: z.array(z.string()) }),
  },
  deleted: {
    name: 'ticket_template.deleted',
    version: 1,
    permission: 'ticket:read',
    key: 'ticket_template_id',
    summary: 'A ticket template was deleted',
    data: z.object({ ticket_template_id: z.guid() }),
  },
});
