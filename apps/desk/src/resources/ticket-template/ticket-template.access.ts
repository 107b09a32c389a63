import { notFound } from '@psa/contract-kit';
import type { Db } from '../../desk-app.ts';
import { type Caller, hiddenChannelsOf } from '../ticket/ticket.access.ts';
import { findTicketTemplate, type TicketTemplateRecord } from './ticket-template.records.ts';

/** A template that the caller sees. @throws NOT_FOUND */
export async function requireVisibleTemplate(db: Db, caller: Caller, id: string): Promise<TicketTemplateRecord> {
  const [hidden, row] = await Promise.all([hiddenChannelsOf(db, caller), findTicketTemplate(db, id)]);
  if (row === undefined || (row.ticket.channel_id && hidden.includes(row.ticket.channel_id))) throw notFound('Ticket template');
  return row;
}
