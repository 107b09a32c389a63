import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '@psa/contract-kit';
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

/** The desk knows a mail by its key: a request that got no answer, because its process died or is slow, is repeated without harm. */
const TIMEOUT_MS = 2_000;
/** Where nobody asks again by themselves, a ticket with files and rules takes longer than a look-up. */
const ONLY_TIMEOUT_MS = 5_000;
const PAUSE_MS = 250;
const PATIENCE_MS = 20_000;

/**
 * Calls the desk service over NATS. What becomes of a mail is asked for until the desk is back, for some time: mails that were put back
 * at once would all be tried in vain, again and again, and take the processor that a starting desk needs.
 */
export function deskClient(broker: Broker): Desk {
  const { createTicketFromMail, addMailComment, getMailTicket, getCommentMail } = ticketMailRpc;
  return {
    createTicketFromMail: (context, request) => untilBack(() => callRpc(broker, createTicketFromMail, request, context, TIMEOUT_MS)),
    addMailComment: (context, request) => untilBack(() => callRpc(broker, addMailComment, request, context, TIMEOUT_MS)),
    getMailTicket: (context, request) => untilBack(() => callRpc(broker, getMailTicket, request, context, TIMEOUT_MS)),
    getCommentMail: (context, request) => callRpc(broker, getCommentMail, request, context, ONLY_TIMEOUT_MS),
  };
}

async function untilBack<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE';
      if (!isAway || performance.now() > end) throw error;
    }
    await sleep(PAUSE_MS);
  }
}
