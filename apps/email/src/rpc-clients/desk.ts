import type { z } from 'zod';
import type { RequestContext } from '@psa/postgres-kit';
import { ticketMailRpc } from '@psa/contracts-desk';
import { type Broker, callRpc } from '@psa/events-kit';

export { MAX_MAIL_HTML, MAX_MAIL_TEXT, type MailAttachment, type MailAuthor } from '@psa/contracts-desk';

type Methods = typeof ticketMailRpc;
type Call<Name extends keyof Methods> = (
  context: RequestContext,
  request: z.input<Methods[Name]['request']>,
) => Promise<z.output<Methods[Name]['response']>>;

/** The desk service. Every method throws SERVICE_UNAVAILABLE when the service does not answer. */
export type Desk = { readonly [Name in keyof Methods]: Call<Name> };

/** A ticket with files and rules takes longer than a look-up. */
const TIMEOUT_MS = 5_000;

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
