import type { Ticket, TicketDetails } from '@psa/contracts-desk';
import type { TicketFacts } from '@psa/contracts-desk';
import { isMissed } from './sla.rules.ts';
import type { TicketRecord, TicketRow } from './ticket.records.ts';

/** A ticket as the API shows it. @param portal leaves out what is for staff alone */
export function toTicket(row: TicketRow, portal: boolean): Ticket {
  const { names } = row;
  const now = new Date().toISOString();
  return {
    ticket_id: row.ticket_id,
    ticket_number: row.ticket_number,
    title: row.title,
    description: row.description,
    url: row.url,
    channel_id: row.channel_id,
    board_id: row.channel_id,
    channel_name: names.channel_name,
    board_name: names.channel_name,
    client_id: row.client_id,
    client_name: names.client_name,
    location_id: row.location_id,
    location_name: names.location_name,
    contact_name_id: row.contact_name_id,
    contact_name: names.contact_name,
    status_id: row.status_id,
    status_name: names.status_name,
    status_is_closed: row.is_closed,
    is_closed: row.is_closed,
    priority_id: row.priority_id,
    priority_name: names.priority_name,
    priority_color: names.priority_color,
    category_id: row.category_id,
    category_name: names.category_name,
    subcategory_id: row.subcategory_id,
    subcategory_name: names.subcategory_name,
    assigned_to: row.assigned_to,
    assigned_to_name: names.assigned_to_name,
    assigned_team_id: row.assigned_team_id,
    parent_ticket_id: portal ? null : row.parent_ticket_id,
    merged_into: row.merged_into,
    related_ticket_id: portal ? null : row.related_ticket_id,
    source: row.source,
    ticket_origin: row.source,
    attributes: portal ? {} : { ...row.attributes, ...(row.description !== null && { description: row.description }) },
    tags: portal ? [] : row.tags,
    flags: portal ? [] : row.flags,
    response_state: row.response_state,
    due_date: row.due_date,
    sla: {
      response_due_at: row.response_due_at,
      resolution_due_at: row.resolution_due_at,
      first_response_at: row.first_response_at,
      update_due_at: row.update_due_at,
      paused_since: row.sla_paused_since,
      paused_minutes: row.sla_paused_minutes,
      response_breached: isMissed('response', row, now),
      update_breached: isMissed('update', row, now),
      resolution_breached: isMissed('resolution', row, now),
    },
    comment_count: portal ? row.public_comment_count : row.comment_count,
    time_spent_minutes: portal ? 0 : row.time_spent_minutes,
    entered_by: row.entered_by,
    entered_by_name: names.entered_by_name,
    entered_at: row.entered_at,
    updated_by: row.updated_by,
    updated_at: row.updated_at,
    version: row.version,
    closed_by: row.closed_by,
    closed_at: row.closed_at,
    tenant: row.tenant,
  };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const htmlOf = (text: string) =>
  text
    .replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('');

/** A ticket with what it refers to. */
export function toTicketDetails(row: TicketRow, portal: boolean): TicketDetails {
  const { names } = row;
  return {
    ...toTicket(row, portal),
    description_html: row.description === null ? null : htmlOf(row.description),
    client:
      row.client_id === null
        ? null
        : { client_id: row.client_id, client_name: names.client_name, email: names.client_email, phone_no: names.client_phone },
    contact:
      row.contact_name_id === null
        ? null
        : { contact_name_id: row.contact_name_id, full_name: names.contact_name, email: names.contact_email },
    status: { status_id: row.status_id, status_name: names.status_name, is_closed: row.is_closed, order_number: names.status_order },
    priority:
      row.priority_id === null
        ? null
        : { priority_id: row.priority_id, priority_name: names.priority_name, order_number: names.priority_order },
    category: row.category_id === null ? null : { category_id: row.category_id, category_name: names.category_name },
    assigned_user:
      row.assigned_to === null
        ? null
        : {
            user_id: row.assigned_to,
            first_name: names.assignee_first_name,
            last_name: names.assignee_last_name,
            email: names.assignee_email,
          },
  };
}

/** A ticket as portal users of other clients see it, without the members that identify its client. */
export function withoutClient<Shown extends Ticket | TicketDetails>(ticket: Shown): Shown {
  const hidden = { client_id: null, client_name: null, location_id: null, location_name: null, contact_name_id: null, contact_name: null };
  const parts = 'client' in ticket ? { client: null, contact: null } : {};
  const by = { entered_by: null, entered_by_name: null, updated_by: null, closed_by: null };
  return { ...ticket, ...hidden, ...by, ...parts };
}

/** What other services keep of a ticket. */
export function factsOf(row: TicketRecord, status_name: string): TicketFacts {
  const { ticket_id, ticket_number, title, status_id, is_closed, priority_id, assigned_to, client_id, channel_id, entered_at, updated_at } =
    row;
  return {
    ticket_id,
    ticket_number,
    title,
    status_id,
    status_name,
    is_closed,
    priority_id,
    assigned_to,
    client_id,
    channel_id,
    entered_at,
    updated_at,
  };
}
