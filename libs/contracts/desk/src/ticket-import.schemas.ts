import { EXAMPLE_ID, Id, Instant } from '@psa/contract-kit';
import { z } from 'zod';
import { CreateTicket } from './ticket.schemas.ts';

export const ImportedComment = z
  .object({
    comment_text: z.string().min(1).max(50_000).describe('Text'),
    is_internal: z.boolean().default(false).describe('Hidden from people of the client'),
    is_resolution: z.boolean().default(false).describe('Says how the ticket was solved'),
    author_type: z.enum(['internal', 'client']).default('internal').describe('Whether staff or the client wrote it'),
    created_by: Id.nullish().describe('User of the staff who wrote it'),
    author_name: z.string().max(255).nullish().describe('Name of whoever wrote it'),
    created_at: Instant.describe('When it was written'),
  })
  .meta({ id: 'ImportedComment' });

export const ImportedTicket = CreateTicket.omit({ closed_at: true, closed_by: true, notes: true, source: true, parent_ticket_id: true })
  .extend({
    entered_at: Instant.describe('When it was opened; not in the future'),
    closed_at: Instant.nullish().describe('When it was closed; required for a closed status, and only for one'),
    comments: z.array(ImportedComment).max(200).default([]).describe('Its comments, in the order of their times'),
  })
  .meta({
    id: 'ImportedTicket',
    example: {
      title: 'Workstation does not start',
      channel_id: EXAMPLE_ID,
      client_id: EXAMPLE_ID,
      status: 'Closed',
      priority: 'High',
      entered_at: '2026-03-02T09:00:00.000Z',
      closed_at: '2026-03-02T10:30:00.000Z',
      comments: [
        {
          comment_text: 'The power supply was replaced.',
          is_resolution: true,
          author_name: 'Grace Hopper',
          created_at: '2026-03-02T10:25:00.000Z',
        },
      ],
      external_ids: [{ source: 'former-desk', id: '20417' }],
    },
  });
export type ImportedTicket = z.infer<typeof ImportedTicket>;

export const ImportTickets = z
  .object({ tickets: z.array(ImportedTicket).min(1).max(50).describe('Tickets, each taken over by itself') })
  .meta({ id: 'ImportTickets' });
export type ImportTickets = z.infer<typeof ImportTickets>;

export const ImportTicketResults = z
  .object({
    imported_count: z.int().describe('Tickets that were taken over'),
    results: z.array(
      z.object({
        index: z.int().describe('Place in `tickets`, from 0'),
        success: z.boolean(),
        ticket_id: Id.optional(),
        ticket_number: z.string().optional(),
        code: z.string().optional().describe('Why not'),
        message: z.string().optional().describe('For people'),
      }),
    ),
  })
  .meta({ id: 'ImportTicketResults' });
export type ImportTicketResults = z.infer<typeof ImportTicketResults>;
