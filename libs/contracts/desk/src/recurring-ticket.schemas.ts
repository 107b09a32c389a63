import { Id, Instant, listQuery, QueryBoolean, Timestamp, TimeZone } from '@psa/contract-kit';
import { z } from 'zod';

const writable = {
  name: z.string().trim().min(1).max(255).describe('Name').meta({ example: 'Backups of Acme' }),
  ticket_template_id: Id.describe('Template the tickets are made from'),
  client_id: Id.describe('Client of the tickets'),
  contact_name_id: Id.nullish().describe('Contact of the client'),
  location_id: Id.nullish().describe('Location of the client'),
  assigned_to: Id.nullish().describe("User of the staff; the template's when null"),
  title: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .nullish()
    .describe("Title of the tickets; the template's when null")
    .meta({ example: 'Check the backups' }),
  rrule: z.string().trim().min(1).max(500).describe('When, as an RFC 5545 rule such as FREQ=WEEKLY;BYDAY=MO'),
  start_date: Instant.describe('First moment the rule counts from'),
  end_date: Instant.nullish().describe('Last moment a ticket is opened at'),
  timezone: TimeZone.describe('Zone whose clocks the rule goes by'),
  is_active: z.boolean().describe('Whether tickets are opened'),
};

export const CreateRecurringTicket = z
  .object({
    ...writable,
    start_date: writable.start_date.optional().describe('First moment the rule counts from; now when absent'),
    timezone: writable.timezone.default('UTC'),
    is_active: writable.is_active.default(true),
  })
  .meta({ id: 'CreateRecurringTicket' });
export type CreateRecurringTicket = z.infer<typeof CreateRecurringTicket>;

export const UpdateRecurringTicket = z.object(writable).partial().meta({ id: 'UpdateRecurringTicket' });
export type UpdateRecurringTicket = z.infer<typeof UpdateRecurringTicket>;

export const RecurringTicket = z
  .object({
    recurring_ticket_id: Id.describe('Identifies the recurring ticket'),
    name: z.string().describe('Name'),
    ticket_template_id: Id.describe('Template the tickets are made from'),
    client_id: Id.describe('Client of the tickets'),
    contact_name_id: Id.nullable().describe('Contact of the client'),
    location_id: Id.nullable().describe('Location of the client'),
    assigned_to: Id.nullable().describe('User of the staff'),
    title: z.string().nullable().describe('Title of the tickets'),
    rrule: z.string().describe('When'),
    start_date: Timestamp.describe('First moment the rule counts from'),
    end_date: Timestamp.nullable().describe('Last moment a ticket is opened at'),
    timezone: z.string().describe('Zone whose clocks the rule goes by'),
    is_active: z.boolean().describe('Whether tickets are opened'),
    next_run_at: Timestamp.nullable().describe('When the next ticket is opened; null when the rule has ended'),
    last_run_at: Timestamp.nullable().describe('When the last ticket was opened, or could not be'),
    last_ticket_id: Id.nullable().describe('The last ticket'),
    last_error: z.string().nullable().describe('Why the last ticket could not be opened'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'RecurringTicket' });
export type RecurringTicket = z.infer<typeof RecurringTicket>;

export const RecurringTicketListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'name', 'next_run_at'],
  defaultSort: 'created_at',
  filters: {
    name: z.string().max(255).optional().describe('Part of the name'),
    client_id: Id.optional().describe('Client of the tickets'),
    ticket_template_id: Id.optional().describe('Template the tickets are made from'),
    is_active: QueryBoolean.optional().describe('Whether tickets are opened'),
  },
});
export type RecurringTicketListQuery = z.infer<typeof RecurringTicketListQuery>;
