import { EXAMPLE_ID, Id, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

const Color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour as #RRGGBB')
  .nullish()
  .describe('Colour as #RRGGBB');
const name = z.string().trim().min(1).max(255).describe('Name; unique in the channel, whatever its case');
const order_number = z.int().min(0).max(1_000_000);
const more = {
  is_closed: z.boolean().optional().describe('Whether a ticket of this status is closed'),
  is_default: z.boolean().optional().describe('Status of new tickets; the one before gives way'),
  pauses_sla: z.boolean().optional().describe('The SLA clocks stand still, because the client has to answer'),
  color: Color,
  icon: z.string().max(64).nullish().describe('Name of an icon'),
  order_number: order_number.optional().describe('Place in the channel; behind the last when absent'),
};

export const CreateTicketStatus = z
  .object({
    name,
    channel_id: Id.optional().describe('Channel; required, `board_id` is another name of it'),
    board_id: Id.optional().describe('Another name of `channel_id`'),
    ...more,
  })
  .meta({
    id: 'CreateTicketStatus',
    example: { name: 'Waiting for parts', channel_id: EXAMPLE_ID, is_closed: false, pauses_sla: true, color: '#3366FF', order_number: 10 },
  });
export type CreateTicketStatus = z.infer<typeof CreateTicketStatus>;

export const UpdateTicketStatus = z
  .object({ name, ...more })
  .partial()
  .meta({ id: 'UpdateTicketStatus', example: { name: 'Waiting for delivery', pauses_sla: true, order_number: 20 } });
export type UpdateTicketStatus = z.infer<typeof UpdateTicketStatus>;

export const TicketStatus = z
  .object({
    status_id: Id.describe('Identifies the status'),
    name: z.string().describe('Name'),
    status_name: z.string().describe('The same as `name`'),
    status_type: z.literal('ticket').describe('What it is a status of'),
    channel_id: Id.describe('Channel'),
    board_id: Id.describe('The same as `channel_id`'),
    is_closed: z.boolean().describe('Whether a ticket of this status is closed'),
    is_default: z.boolean().describe('Whether new tickets get it'),
    pauses_sla: z.boolean().describe('Whether the SLA clocks stand still'),
    color: z.string().nullable().describe('Colour as #RRGGBB'),
    icon: z.string().nullable().describe('Name of an icon'),
    order_number: z.int().describe('Place in the channel'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'TicketStatus' });
export type TicketStatus = z.infer<typeof TicketStatus>;

export const TicketStatusListQuery = listQuery({
  sort: ['order_number', 'name', 'created_at', 'updated_at'],
  defaultSort: 'order_number',
  defaultOrder: 'asc',
  limit: { default: 100, max: 100 },
  filters: {
    channel_id: Id.optional().describe('Channel'),
    board_id: Id.optional().describe('Another name of `channel_id`'),
    name: z.string().max(255).optional().describe('Part of the name'),
    is_closed: QueryBoolean.optional().describe('Whether their tickets are closed'),
    is_default: QueryBoolean.optional().describe('Whether new tickets get them'),
  },
});
export type TicketStatusListQuery = z.infer<typeof TicketStatusListQuery>;
