import { EXAMPLE_ID, Id, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { nullableText } from './project-fields.ts';
import { CreateTicket } from './ticket.schemas.ts';

/** Max minutes from opening a ticket to its due date: a year. */
const MAX_DUE_MINUTES = 525_600;

/** What tickets made from a template start with. */
export const TemplateTicket = CreateTicket.omit({
  client_id: true,
  location_id: true,
  contact_name_id: true,
  parent_ticket_id: true,
  due_date: true,
  source: true,
  notes: true,
  closed_at: true,
  closed_by: true,
})
  .partial()
  .extend({
    due_in_minutes: z.int().min(0).max(MAX_DUE_MINUTES).nullish().describe('Minutes from opening to the due date; none when null'),
  })
  .meta({
    id: 'TemplateTicket',
    example: {
      title: 'Check the backups',
      channel_id: EXAMPLE_ID,
      priority_id: EXAMPLE_ID,
      description: 'Restore a file of each server.',
      tags: ['backup'],
      due_in_minutes: 480,
    },
  });
export type TemplateTicket = z.infer<typeof TemplateTicket>;

export const TemplateChecklistItem = z
  .object({
    item_text: z.string().trim().min(1).max(1000).describe('What has to be done'),
    is_required: z.boolean().default(false).describe('Has to be completed before the ticket is closed'),
  })
  .meta({ id: 'TemplateChecklistItem' });
export type TemplateChecklistItem = z.infer<typeof TemplateChecklistItem>;

const writable = {
  name: z.string().trim().min(1).max(255).describe('Name; unique in the tenant, whatever its case').meta({ example: 'Monthly check' }),
  notes: nullableText(10_000).describe('When to use it').meta({ example: 'For clients with servers of their own' }),
  is_active: z.boolean().describe('Whether it can be used'),
  ticket: TemplateTicket.describe('What its tickets start with'),
  checklist: z.array(TemplateChecklistItem).max(100).describe('Checklist of its tickets, in order'),
};

export const CreateTicketTemplate = z
  .object({
    ...writable,
    is_active: writable.is_active.default(true),
    ticket: writable.ticket.default({}),
    checklist: writable.checklist.default([]),
  })
  .meta({ id: 'CreateTicketTemplate' });
export type CreateTicketTemplate = z.infer<typeof CreateTicketTemplate>;

export const UpdateTicketTemplate = z.object(writable).partial().meta({ id: 'UpdateTicketTemplate' });
export type UpdateTicketTemplate = z.infer<typeof UpdateTicketTemplate>;

/** A ticket that is made from a template: what the template leaves open, or something else than it says. */
export const UseTicketTemplate = CreateTicket.partial()
  .extend({ client_id: Id.describe('Client') })
  .meta({ id: 'UseTicketTemplate', example: { client_id: EXAMPLE_ID, title: 'Check the backups of Acme', assigned_to: EXAMPLE_ID } });
export type UseTicketTemplate = z.infer<typeof UseTicketTemplate>;

export const TicketTemplate = z
  .object({
    ticket_template_id: Id.describe('Identifies the template'),
    name: z.string().describe('Name'),
    notes: z.string().nullable().describe('When to use it'),
    is_active: z.boolean().describe('Whether it can be used'),
    ticket: z.record(z.string(), z.unknown()).describe('What its tickets start with'),
    checklist: z.array(TemplateChecklistItem).describe('Checklist of its tickets, in order'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'TicketTemplate' });
export type TicketTemplate = z.infer<typeof TicketTemplate>;

export const TicketTemplateListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'name'],
  defaultSort: 'name',
  defaultOrder: 'asc',
  filters: {
    name: z.string().max(255).optional().describe('Part of the name'),
    is_active: QueryBoolean.optional().describe('Whether they can be used'),
  },
});
export type TicketTemplateListQuery = z.infer<typeof TicketTemplateListQuery>;
