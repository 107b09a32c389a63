import { invalidField } from '@psa/contract-kit';
import { type ImportedTicket, type ImportTicketResults, ticketEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { checkThenWrite, ExternalIds } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../../desk-app.ts';
import { holdChannel } from '../../channel/channel.records.ts';
import { ensureStandardSet } from '../../standard-set/standard-set.actions.ts';
import { syncTags } from '../../tag/sync-tags.actions.ts';
import { insertComment } from '../ticket-comment/ticket-comment.records.ts';
import { personOf } from '../acting-person.ts';
import { insertTicket, nextTicketNumber, UNTOUCHED } from '../new-ticket.records.ts';
import { addHistory, type TicketRecord } from '../ticket.records.ts';
import { channelOf, holdPriority, holdStatus, requireCategories, requireReferences } from '../ticket.references.ts';
import { NEW_CLOCKS, nextClocks } from '../sla.rules.ts';
import { factsOf } from '../ticket.view.ts';

const externalIds = new ExternalIds('tickets');

/** Imports tickets of another system with their times and comments, each by itself. No notifications are sent. */
export async function importTickets(db: Db, ports: Ports, tickets: readonly ImportedTicket[]): Promise<ImportTicketResults> {
  await ensureStandardSet(db);
  const outcomes = await checkThenWrite(
    tickets,
    async (ticket) => {
      assertTimes(ticket);
      await requireReferences(db, ports, ticket);
      return ticket;
    },
    (ticket) => db.transaction((tx) => importTicket(tx, ticket)),
  );
  const results = outcomes.map((outcome, index) => {
    if ('refusal' in outcome) return { index, success: false, ...outcome.refusal };
    const { ticket_id, ticket_number } = outcome.result;
    return { index, success: true, ticket_id, ticket_number };
  });
  return { imported_count: results.filter(({ success }) => success).length, results };
}

/** @throws VALIDATION_ERROR for times that are ahead, or before the ticket was opened */
function assertTimes({ entered_at, closed_at, comments }: ImportedTicket): void {
  const now = new Date().toISOString();
  if (entered_at > now) throw invalidField('entered_at', 'is in the future');
  if (closed_at && (closed_at < entered_at || closed_at > now)) throw invalidField('closed_at', 'is before the opening or in the future');
  const index = comments.findIndex(({ created_at }) => created_at < entered_at || created_at > now);
  if (index >= 0) throw invalidField(['comments', index, 'created_at'], 'is before the opening or in the future');
}

async function importTicket(tx: Tx, input: ImportedTicket): Promise<TicketRecord> {
  const channelId = channelOf(input);
  if (channelId === undefined) throw invalidField('channel_id', 'is required', 'required');
  const channel = await holdChannel(tx, channelId);
  const status = await holdStatus(
    tx,
    channel.channel_id,
    input.status_id ?? input.status,
    input.status_id === undefined ? 'status' : 'status_id',
  );
  const { is_closed } = status;
  if (is_closed !== (typeof input.closed_at === 'string'))
    throw invalidField('closed_at', is_closed ? 'is required for a closed status' : 'is for a closed status alone');
  const reference = input.priority_id ?? input.priority;
  if (reference === undefined) throw invalidField('priority_id', 'is required', 'required');
  const priority_id = await holdPriority(tx, reference, input.priority_id === undefined ? 'priority' : 'priority_id');
  const categories = { category_id: input.category_id ?? null, subcategory_id: input.subcategory_id ?? null };
  await requireCategories(tx, channelId, categories);
  const { entered_at, closed_at = null } = input;
  const comments = [...input.comments].sort((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at));
  const shown = comments.filter(({ is_internal }) => !is_internal);
  const last = shown.at(-1)?.author_type;
  const first_response_at = shown.find(({ author_type }) => author_type === 'internal')?.created_at ?? null;
  const clocks = nextClocks(channel, NEW_CLOCKS, entered_at, {
    entered_at,
    priority_id,
    isPausing: status.pauses_sla,
    isClosed: is_closed,
  });
  const now = new Date().toISOString();
  // What was missed before is no news.
  const missed = (due: string | null) => (due !== null && due < now ? due : null);
  const { description: kept, ...attributes } = input.attributes ?? {};
  const row = await insertTicket(tx, {
    ticket_id: uuidv7(),
    ticket_number: await nextTicketNumber(tx),
    title: input.title,
    description: input.description ?? (typeof kept === 'string' ? kept : null),
    url: input.url ?? null,
    channel_id: channelId,
    client_id: input.client_id,
    location_id: input.location_id ?? null,
    contact_name_id: input.contact_name_id ?? null,
    status_id: status.status_id,
    priority_id,
    ...categories,
    assigned_to: input.assigned_to ?? null,
    assigned_team_id: input.assigned_team_id ?? null,
    parent_ticket_id: null,
    merged_into: null,
    related_ticket_id: null,
    source: 'import',
    attributes: JSON.stringify(attributes),
    tags: input.tags ?? [],
    flags: [],
    response_state: last === undefined ? null : last === 'internal' ? 'awaiting_client' : 'awaiting_internal',
    due_date: input.due_date ?? null,
    is_closed,
    ...UNTOUCHED,
    ...clocks,
    first_response_at,
    response_breached_at: first_response_at === null ? missed(clocks.response_due_at) : null,
    resolution_breached_at: missed(clocks.resolution_due_at),
    comment_count: comments.length,
    public_comment_count: shown.length,
    entered_by: personOf(tx),
    entered_at,
    updated_by: personOf(tx),
    updated_at: closed_at ?? comments.at(-1)?.created_at ?? entered_at,
    closed_at,
    closed_by: is_closed ? (input.assigned_to ?? null) : null,
  });
  for (const { created_by = null, author_name = null, ...comment } of comments)
    await insertComment(tx, { ...comment, created_by, author_name, ticket_id: row.ticket_id, notifies: 'nobody' });
  await syncTags(tx, 'ticket', row.ticket_id, row.tags);
  await externalIds.add(tx, row.ticket_id, input.external_ids ?? []);
  addHistory(tx, row.ticket_id, 'imported');
  emit(tx, ticketEvents.imported, factsOf(row, status.name), row.version);
  return row;
}
