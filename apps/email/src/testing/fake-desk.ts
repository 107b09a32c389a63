import { randomUUID } from 'node:crypto';
import { ApiError, invalidField } from '@psa/contract-kit';
import type { MailTicket, ticketMailRpc } from '@psa/contracts-desk';
import type { z } from 'zod';
import type { Desk } from '../rpc-clients/desk.ts';

type Request<Name extends keyof typeof ticketMailRpc> = z.input<(typeof ticketMailRpc)[Name]['request']>;
type CommentMail = NonNullable<z.output<(typeof ticketMailRpc)['getCommentMail']['response']>['mail']>;

export interface FakeTicket extends MailTicket {
  readonly request: Request<'createTicketFromMail'>;
  readonly comments: (Request<'addMailComment'> & { comment_id: string })[];
}

/** The desk service in memory: it knows a mail by its key, as the real one does. */
export class FakeDesk {
  readonly tickets = new Map<string, FakeTicket>();
  readonly mails = new Map<string, CommentMail>();
  /** Answers that get lost on the way: the work was done. */
  lostAnswers = 0;
  /** Thrown instead of doing anything, once each. */
  readonly failures: Error[] = [];
  /** What addMailComment answers for tickets that are closed for good. */
  readonly closed = new Set<string>();
  /** Users who see the comments that mails became. */
  readonly readers = new Set<string>();
  /** Ids that no ticket can start with. */
  readonly unknown = new Set<string>();
  /** Titles of tickets that are never answered, as when a process ends in the midst. */
  readonly hanging = new Set<string>();
  /** Those of them that were asked for. */
  readonly hung = new Set<string>();
  readonly #byKey = new Map<string, unknown>();

  readonly port: Desk = {
    createTicketFromMail: async (context, request) => {
      if (this.hanging.has(request.title)) {
        this.hung.add(request.title);
        return new Promise<never>(() => {});
      }
      return this.#once(`${context.tenant}/${request.mail_key}`, () => {
        const ticket: FakeTicket = {
          ticket_id: randomUUID(),
          ticket_number: `T-${this.tickets.size + 1}`,
          title: request.title,
          is_closed: false,
          client_id: request.client_id,
          contact_name_id: request.author.contact_name_id,
          participants: [request.author.email, ...request.cc],
          request,
          comments: [],
        };
        this.tickets.set(ticket.ticket_id, ticket);
        return { ticket_id: ticket.ticket_id, ticket_number: ticket.ticket_number };
      });
    },
    addMailComment: async (context, request) => {
      const ticket = this.tickets.get(request.ticket_id);
      if (ticket === undefined) return { outcome: 'gone', ticket_id: request.ticket_id, comment_id: null, reopened: false };
      if (this.closed.has(request.ticket_id)) return { outcome: 'closed', ticket_id: request.ticket_id, comment_id: null, reopened: false };
      return this.#once(`${context.tenant}/${request.mail_key}`, () => {
        const comment_id = randomUUID();
        ticket.comments.push({ ...request, comment_id });
        return { outcome: 'added' as const, ticket_id: request.ticket_id, comment_id, reopened: false };
      });
    },
    checkTicketDefaults: async (_, defaults) => {
      const wrong = Object.entries(defaults).find(([, id]) => id !== null && this.unknown.has(id));
      if (wrong !== undefined) throw invalidField(wrong[0], 'is unknown', 'unknown_reference');
      return {};
    },
    getMailTicket: async (_, { ticket_id }) => ({ ticket: this.tickets.get(ticket_id) ?? null }),
    mayReadMail: async (_, { reader }) => ({ readable: this.readers.has(reader.user_id) }),
    getCommentMail: async (_, { comment_id }) => ({ mail: this.mails.get(comment_id) ?? null }),
  };

  async #once<T>(key: string, work: () => T): Promise<T> {
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
    if (!this.#byKey.has(key)) this.#byKey.set(key, work());
    if (this.lostAnswers > 0) {
      this.lostAnswers--;
      throw new ApiError('SERVICE_UNAVAILABLE', 'the answer got lost');
    }
    return this.#byKey.get(key) as T;
  }
}
