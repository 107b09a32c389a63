import { isPermissionName } from '@psa/contract-kit';
import { ticketMailRpc } from '@psa/contracts-desk';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Db, Ports } from '../desk-app.ts';
import { defaultChannel } from '../resources/channel/channel.records.ts';
import { reopen } from '../resources/ticket/ticket-comment/ticket-comment.actions.ts';
import { writeComment } from '../resources/ticket/ticket-comment/write-comment.actions.ts';
import { ensureStandardSet } from '../resources/standard-set/standard-set.actions.ts';
import { findComment } from '../resources/ticket/ticket-comment/ticket-comment.records.ts';
import { holdSettings, openTicket, prepareTicket } from '../resources/ticket/ticket.actions.ts';
import { requireReferences } from '../resources/ticket/ticket.references.ts';
import { contactReplica } from '../replicas/contact-replica.ts';
import { findReadable, isOfOthers, ticketScopeOf } from '../resources/ticket/ticket.access.ts';
import { findTarget, findTicket, isPortal, lockTarget, type TicketRow } from '../resources/ticket/ticket.records.ts';
import {
  addMailWatchers,
  commentOf,
  countReopenings,
  findCommentOfMail,
  keepMail,
  mailPeople,
  takeMail,
} from '../resources/ticket/ticket-mail.records.ts';
import type { Notifies } from '../resources/ticket/ticket.tables.ts';
import type { Tables } from '../tables.ts';

/** Opens a ticket for a mail. */
export const createTicketFromMail = tenantRpcHandler<typeof ticketMailRpc.createTicketFromMail, Tables, Ports>(
  ticketMailRpc.createTicketFromMail,
  async (mail, db, ports) => {
    await ensureStandardSet(db);
    const { author } = mail;
    const input = {
      title: mail.title,
      description: mail.text,
      client_id: mail.client_id,
      contact_name_id: mail.client_id === null ? null : author.contact_name_id,
      channel_id: mail.channel_id ?? (await defaultChannel(db)),
      status_id: mail.status_id ?? undefined,
      priority_id: mail.priority_id ?? undefined,
      category_id: mail.category_id,
      location_id: mail.location_id,
      source: 'email',
    };
    await prepareTicket(db, ports, input);
    return db.transaction(async (tx) => {
      const taken = await takeMail(tx, mail.mail_key);
      if (taken !== undefined) {
        const known = await findTicket(tx, taken.ticket_id);
        return { ticket_id: taken.ticket_id, ticket_number: known?.ticket_number ?? '' };
      }
      const ticket = await openTicket(tx, input, {
        related_ticket_id: mail.related_ticket_id,
        flags: mail.flags,
        withoutPriority: true,
        entered_by: author.user_id,
      });
      const comment = await writeComment(tx, ticket, commentOf(mail, false), { isAutomated: mail.flags.includes('automated') });
      await addMailWatchers(tx, ticket, mail.cc);
      keepMail(tx, mail.mail_key, { ticket_id: ticket.ticket_id, comment_id: comment.comment_id, reopened: false });
      return { ticket_id: ticket.ticket_id, ticket_number: ticket.ticket_number };
    });
  },
);

/** Asked before a mailbox is saved: a mail could not become a ticket later on. */
export const checkTicketDefaults = tenantRpcHandler<typeof ticketMailRpc.checkTicketDefaults, Tables, Ports>(
  ticketMailRpc.checkTicketDefaults,
  async ({ channel_id, status_id, priority_id, ...others }, db, ports) => {
    await ensureStandardSet(db);
    const input = {
      title: '',
      ...others,
      channel_id: channel_id ?? (await defaultChannel(db)),
      status_id: status_id ?? undefined,
      priority_id: priority_id ?? undefined,
    };
    await requireReferences(db, ports, input);
    await db.transaction((tx) => holdSettings(tx, input, { withoutPriority: true }));
    return {};
  },
);

/** Max reopenings of a ticket by mail within an hour: two programs that answer each other without saying so are stopped by it. */
const MAX_REOPENINGS = 3;

/** Adds a mail to a ticket, and opens that again if it was closed. */
export const addMailComment = tenantRpcHandler<typeof ticketMailRpc.addMailComment, Tables, Ports>(
  ticketMailRpc.addMailComment,
  async (mail, db) => {
    const gone = { outcome: 'gone', ticket_id: mail.ticket_id, comment_id: null, reopened: false } as const;
    return db.transaction(async (tx) => {
      const taken = await takeMail(tx, mail.mail_key);
      if (taken !== undefined)
        return { outcome: 'added', ticket_id: taken.ticket_id, comment_id: taken.comment_id, reopened: taken.reopened } as const;
      const ticket = await lockTarget(tx, mail.ticket_id);
      if (ticket === undefined) return gone;
      let current = ticket;
      const mayReopen = ticket.is_closed && !mail.is_automated && !mail.is_internal;
      const reopens = mayReopen && (await countReopenings(tx, ticket.ticket_id)) < MAX_REOPENINGS;
      if (reopens) {
        // Staff mean the ticket they answer, however long ago it was closed.
        const open = await reopen(tx, ticket, { isUnlimited: mail.author.type === 'user' });
        if (open === undefined) return { outcome: 'closed', ticket_id: ticket.ticket_id, comment_id: null, reopened: false } as const;
        current = open;
      }
      const comment = await writeComment(tx, current, commentOf(mail, mail.is_internal), { isAutomated: mail.is_automated });
      if (!mail.is_internal) await addMailWatchers(tx, current, mail.cc);
      keepMail(tx, mail.mail_key, { ticket_id: current.ticket_id, comment_id: comment.comment_id, reopened: reopens });
      return { outcome: 'added', ticket_id: current.ticket_id, comment_id: comment.comment_id, reopened: reopens } as const;
    });
  },
);

/** The address of the contact is read anew: where mail goes is not left to what was remembered. */
async function peopleOf(db: Db, { ticket_id, contact_name_id, entered_by }: TicketRow) {
  const contact = contact_name_id === null ? undefined : await contactReplica.find(db, contact_name_id);
  return mailPeople(db, { ticket_id, entered_by, contact_email: contact?.email ?? null });
}

async function mailTicket(db: Db, row: TicketRow) {
  const { contact, watchers } = await peopleOf(db, row);
  const participants = [...new Set([...(contact === null ? [] : [contact]), ...watchers])].slice(0, 200);
  const { ticket_id, ticket_number, title, is_closed, client_id, contact_name_id } = row;
  return { ticket_id, ticket_number, title, is_closed, client_id, contact_name_id, participants };
}

/** A ticket with the addresses that may answer it. */
export const getMailTicket = tenantRpcHandler<typeof ticketMailRpc.getMailTicket, Tables, Ports>(
  ticketMailRpc.getMailTicket,
  async ({ ticket_id }, db) => {
    const row = await findTarget(db, ticket_id);
    return { ticket: row === undefined ? null : await mailTicket(db, row) };
  },
);

/** Max addresses in each of the two lines of a mail. */
const MAX_RECIPIENTS = 50;

/** Who gets the mail of a comment: without the contact, those of the staff who watch the ticket. */
function recipientsOf(notifies: Notifies, { contact, watchers, staff }: Awaited<ReturnType<typeof peopleOf>>) {
  if (notifies === 'staff') return { to: staff.slice(0, MAX_RECIPIENTS), cc: [] };
  if (notifies === 'nobody' || contact === null) return { to: [], cc: [] };
  return { to: [contact], cc: watchers.filter((address) => address !== contact).slice(0, MAX_RECIPIENTS) };
}

/** A comment as it is mailed to the people of its ticket. */
export const getCommentMail = tenantRpcHandler<typeof ticketMailRpc.getCommentMail, Tables, Ports>(
  ticketMailRpc.getCommentMail,
  async ({ ticket_id, comment_id }, db) => {
    const row = await findTarget(db, ticket_id);
    const comment = row && (await findComment(db, row.ticket_id, comment_id));
    if (row === undefined || comment === undefined) return { mail: null };
    if (comment.is_internal || comment.deleted_at !== null || comment.author_type !== 'internal') return { mail: null };
    const { to, cc } = recipientsOf(comment.notifies, await peopleOf(db, row));
    if (to.length === 0) return { mail: null };
    return {
      mail: {
        ticket: await mailTicket(db, row),
        text: comment.comment_text,
        html: comment.comment_html,
        author_name: comment.user_name ?? comment.author_name ?? 'Support',
        to,
        cc,
      },
    };
  },
);

/** Asked by the email service before a download: who may read a mail's comment may have its files. */
export const mayReadMail = tenantRpcHandler<typeof ticketMailRpc.mayReadMail, Tables, Ports>(
  ticketMailRpc.mayReadMail,
  async ({ mail_key, reader }, db) => {
    const comment = await findCommentOfMail(db, mail_key);
    if (comment === undefined) return { readable: false };
    const scope = await ticketScopeOf(db, {
      userId: reader.user_id,
      userType: reader.user_type,
      clientId: reader.client_id ?? undefined,
      permissions: new Set(reader.permissions.filter(isPermissionName)),
      actor: { id: reader.user_id, type: 'user' },
    });
    const ticket = await findReadable(db, comment.ticket_id, scope);
    if (ticket === undefined || (isPortal(scope) && comment.is_internal)) return { readable: false };
    return { readable: !isOfOthers(ticket, scope) || comment.author_type === 'internal' };
  },
);
