import { Id, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

const item_text = z.string().trim().min(1).max(1000).describe('What has to be done');
const itemMembers = {
  is_required: z.boolean().optional().describe('Has to be completed before the ticket is closed'),
  is_completed: z.boolean().optional().describe('Whether it is done'),
};

export const CreateTicketChecklistItem = z.object({ item_text, ...itemMembers }).meta({ id: 'CreateTicketChecklistItem' });
export type CreateTicketChecklistItem = z.infer<typeof CreateTicketChecklistItem>;

export const UpdateTicketChecklistItem = z
  .object({ item_text, ...itemMembers })
  .partial()
  .meta({ id: 'UpdateTicketChecklistItem' });
export type UpdateTicketChecklistItem = z.infer<typeof UpdateTicketChecklistItem>;

export const TicketChecklistItem = z
  .object({
    checklist_item_id: Id.describe('Identifies the item'),
    ticket_id: Id,
    item_text: z.string(),
    is_required: z.boolean(),
    is_completed: z.boolean(),
    completed_by: Id.nullable(),
    completed_at: Timestamp.nullable(),
    order_number: z.int().describe('Place in the list'),
    created_at: Timestamp,
    updated_at: Timestamp,
    tenant: Id,
  })
  .meta({ id: 'TicketChecklistItem' });
export type TicketChecklistItem = z.infer<typeof TicketChecklistItem>;

export const CreateTicketWatcher = z
  .object({
    user_id: Id.optional().describe('User of the staff'),
    contact_name_id: Id.optional().describe('Contact of the client'),
    email: z.email().max(320).toLowerCase().optional().describe('Anybody else'),
  })
  .refine(({ user_id, contact_name_id, email }) => [user_id, contact_name_id, email].filter((one) => one !== undefined).length === 1, {
    message: 'exactly one of user_id, contact_name_id and email is required',
    path: ['user_id'],
  })
  .meta({ id: 'CreateTicketWatcher', example: { email: 'ada@example.com' } });
export type CreateTicketWatcher = z.infer<typeof CreateTicketWatcher>;

export const TicketWatcher = z
  .object({
    watcher_id: Id.describe('Identifies the watcher of this ticket'),
    ticket_id: Id,
    user_id: Id.nullable(),
    contact_name_id: Id.nullable(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    created_at: Timestamp,
    tenant: Id,
  })
  .meta({ id: 'TicketWatcher' });
export type TicketWatcher = z.infer<typeof TicketWatcher>;

export const AddTicketAgent = z.object({ user_id: Id.describe('User of the staff') }).meta({ id: 'AddTicketAgent' });

export const TicketAgent = z
  .object({ ticket_id: Id, user_id: Id, name: z.string().nullable(), created_at: Timestamp, tenant: Id })
  .meta({ id: 'TicketAgent' });
export type TicketAgent = z.infer<typeof TicketAgent>;

export const TicketHistoryEntry = z
  .object({
    history_id: Id.describe('Identifies the entry'),
    ticket_id: Id,
    action: z.string().describe('What was done, such as updated or merged'),
    changes: z.record(z.string(), z.object({ previous: z.unknown(), new: z.unknown() })).describe('Members before and after'),
    reason: z.string().nullable().describe('Why, where that was asked for'),
    actor_id: z.string().nullable(),
    actor_type: z.string(),
    actor_name: z.string().nullable(),
    created_at: Timestamp,
    tenant: Id,
  })
  .meta({ id: 'TicketHistoryEntry' });
export type TicketHistoryEntry = z.infer<typeof TicketHistoryEntry>;

export const TicketHistoryQuery = listQuery({ sort: ['created_at'], defaultSort: 'created_at', filters: {} }).omit({
  search: true,
  updated_from: true,
  updated_to: true,
});
export type TicketHistoryQuery = z.infer<typeof TicketHistoryQuery>;
