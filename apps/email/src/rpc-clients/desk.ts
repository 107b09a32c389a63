import { ticketMailRpc } from '@psa/contracts-desk';
import { type Broker, callRpc } from '@psa/events-kit';
import type { Desk } from '../ports/desk.ts';

/** A ticket with files and rules takes longer than a look-up. */
const TIMEOUT_MS = 10_000;

/** Calls the desk service over NATS. */
export function deskClient(broker: Broker): Desk {
  const { createTicketFromMail, addMailComment, getMailTicket, getCommentMail } = ticketMailRpc;
  return {
    createTicketFromMail: (context, request) => callRpc(broker, createTicketFromMail, request, context, TIMEOUT_MS),
    addMailComment: (context, request) => callRpc(broker, addMailComment, request, context, TIMEOUT_MS),
    getMailTicket: (context, request) => callRpc(broker, getMailTicket, request, context, TIMEOUT_MS),
    getCommentMail: (context, request) => callRpc(broker, getCommentMail, request, context, TIMEOUT_MS),
  };
}
