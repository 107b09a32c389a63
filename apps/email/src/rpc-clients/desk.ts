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

/** Short, because these calls are repeated: the desk knows a mail by its key, so that one it did before has no second effect. */
const TIMEOUT_MS = 1_000;
/** Of calls that are not repeated. */
const UNREPEATED_TIMEOUT_MS = 5_000;
const RETRY_DELAY_MS = 100;
/** How long a call is repeated; the mail is put back after it. */
const RETRY_BUDGET_MS = 20_000;

/**
 * Calls the desk service over NATS. Calls for a mail that comes in are repeated while the desk is unavailable: were the mails put back at
 * once, each would fail again and again, and take the processor that a starting desk needs.
 */
export function deskClient(broker: Broker): Desk {
  const { createTicketFromMail, checkTicketDefaults, addMailComment, getMailTicket, getCommentMail, mayReadMail } = ticketMailRpc;
  return {
    createTicketFromMail: (context, request) =>
      retryWhileUnavailable(() => callRpc(broker, createTicketFromMail, request, context, TIMEOUT_MS)),
    checkTicketDefaults: (context, request) => callRpc(broker, checkTicketDefaults, request, context, UNREPEATED_TIMEOUT_MS),
    addMailComment: (context, request) => retryWhileUnavailable(() => callRpc(broker, addMailComment, request, context, TIMEOUT_MS)),
    getMailTicket: (context, request) => retryWhileUnavailable(() => callRpc(broker, getMailTicket, request, context, TIMEOUT_MS)),
    getCommentMail: (context, request) => callRpc(broker, getCommentMail, request, context, UNREPEATED_TIMEOUT_MS),
    mayReadMail: (context, request) => callRpc(broker, mayReadMail, request, context, UNREPEATED_TIMEOUT_MS),
  };
}

async function retryWhileUnavailable<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const end = performance.now() + RETRY_BUDGET_MS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const isAway = error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE';
      if (!isAway || performance.now() > end) throw error;
    }
    await sleep(RETRY_DELAY_MS);
  }
}
