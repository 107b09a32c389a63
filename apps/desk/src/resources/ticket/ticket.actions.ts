import { invalidField } from '@psa/contract-kit';
import { type CreateTicket, ticketEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { together } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../desk-app.ts';
import { type ChannelRecord, holdChannel } from '../channel/channel.records.ts';
import { ensureStandardSet } from '../standard-set/standard-set.actions.ts';
import { syncTags } from '../tag/sync-tags.actions.ts';
import { addNote } from './ticket-comment/write-comment.actions.ts';
import { assertCloseable } from './close-ticket.actions.ts';
import { insertChecklist, type NewChecklistItem } from './ticket-part/ticket-part.records.ts';
import { personOf } from './acting-person.ts';
import { insertTicket, nextTicketNumber, UNTOUCHED } from './new-ticket.records.ts';
import { addHistory, type CountedTicket, type PortalScope } from './ticket.records.ts';
import { channelOf, holdPriority, holdStatus, requireCategories, requireParent, requireReferences } from './ticket.references.ts';
import { findPortalContact } from './portal-contact.records.ts';
import { NEW_CLOCKS, nextClocks } from './sla.rules.ts';
import { factsOf } from './ticket.view.ts';

/** What a new ticket has beyond what a caller may say. */
export interface Opening {
  /** Its id, where that was told to others before. */
  readonly ticket_id?: string;
  readonly asset_id?: string;
  readonly checklist?: readonly NewChecklistItem[];
  readonly related_ticket_id?: string | null;
  readonly flags?: string[];
  /** Mail may come without either. */
  readonly withoutPriority?: true;
  readonly entered_by?: string | null;
  /** A person of the client portal opens it: the channel has to be one they see. */
  readonly byPortal?: boolean;
}

/** What is opened; mail knows its client only sometimes. */
export type NewTicket = Omit<CreateTicket, 'client_id'> & { client_id: string | null };

/** Opens a ticket. @throws VALIDATION_ERROR, CONFLICT when it would be born closed against the rules of the channel */
export async function createTicket(db: Db, ports: Ports, input: NewTicket, opening: Opening = {}): Promise<CountedTicket> {
  await ensureStandardSet(db);
  return db.transaction((tx) => openTicket(tx, input, opening, requireReferences(tx, ports, input)));
}

/** What has to be done ahead of the transaction that opens a ticket. @throws VALIDATION_ERROR */
export async function prepareTicket(db: Db, ports: Ports, input: NewTicket): Promise<void> {
  await ensureStandardSet(db);
  await requireReferences(db, ports, input);
}

/** What a new ticket refers to in the desk itself, held until the transaction ends. @throws VALIDATION_ERROR naming the member at fault */
export async function holdSettings(tx: Tx, input: NewTicket, opening: Opening = {}) {
  const channelId = channelOf(input);
  if (channelId === undefined) throw invalidField('channel_id', 'is required', 'required');
  const reference = input.priority_id ?? input.priority;
  if (reference === undefined && opening.withoutPriority !== true) throw invalidField('priority_id', 'is required', 'required');
  const categories = { category_id: input.category_id ?? null, subcategory_id: input.subcategory_id ?? null };
  const [channel, status, priority_id] = await together(
    holdOpenChannel(tx, channelId, opening),
    input.status_id === undefined ? holdStatus(tx, channelId, input.status, 'status') : holdStatus(tx, channelId, input.status_id),
    reference === undefined
      ? Promise.resolve(null)
      : holdPriority(tx, reference, input.priority_id === undefined ? 'priority' : 'priority_id'),
    requireCategories(tx, channelId, categories),
    ...(input.parent_ticket_id ? [requireParent(tx, undefined, input.parent_ticket_id)] : []),
  );
  return { channel, status, priority_id, categories };
}

/** A channel in which tickets can be opened. */
async function holdOpenChannel(tx: Tx, channelId: string, { byPortal }: Opening): Promise<ChannelRecord> {
  const channel = await holdChannel(tx, channelId);
  if (byPortal === true && (channel.portal_visibility === 'none' || channel.portal_visibility === 'all'))
    throw invalidField('channel_id', 'is not a channel of this tenant', 'unknown_reference');
  if (channel.is_inactive) throw invalidField('channel_id', 'is an inactive channel', 'inactive_reference');
  return channel;
}

/**
 * Opens a ticket.
 * @param checked the check of its references to other services, where that was not done before
 */
export async function openTicket(
  tx: Tx,
  input: NewTicket,
  opening: Opening = {},
  checked: Promise<void> = Promise.resolve(),
): Promise<CountedTicket> {
  const [, { channel, status, priority_id, categories }, ticket_number] = await together(
    checked,
    holdSettings(tx, input, opening),
    nextTicketNumber(tx),
  );
  const now = new Date().toISOString();
  const { description: kept, ...attributes } = input.attributes ?? {};
  const description = input.description ?? (typeof kept === 'string' ? kept : null);
  const { is_closed } = status;
  const person = opening.entered_by === undefined ? personOf(tx) : opening.entered_by;
  const clocks = nextClocks(channel, NEW_CLOCKS, now, {
    entered_at: now,
    priority_id,
    isPausing: status.pauses_sla,
    isClosed: is_closed,
  });
  const row = await insertTicket(tx, {
    ticket_id: opening.ticket_id ?? uuidv7(),
    ticket_number,
    title: input.title,
    description,
    url: input.url ?? null,
    channel_id: channel.channel_id,
    client_id: input.client_id,
    location_id: input.location_id ?? null,
    contact_name_id: input.contact_name_id ?? null,
    status_id: status.status_id,
    priority_id,
    ...categories,
    assigned_to: input.assigned_to ?? null,
    assigned_team_id: input.assigned_team_id ?? null,
    parent_ticket_id: input.parent_ticket_id ?? null,
    merged_into: null,
    related_ticket_id: opening.related_ticket_id ?? null,
    source: input.source ?? 'api',
    attributes: JSON.stringify(opening.asset_id === undefined ? attributes : { ...attributes, created_from_asset: opening.asset_id }),
    tags: input.tags ?? [],
    flags: opening.flags ?? [],
    response_state: null,
    due_date: input.due_date ?? null,
    is_closed,
    ...UNTOUCHED,
    ...clocks,
    entered_by: person,
    entered_at: now,
    updated_by: person,
    updated_at: now,
    closed_at: is_closed ? now : null,
    closed_by: is_closed ? person : null,
  });
  if (input.tags !== undefined) await syncTags(tx, 'ticket', row.ticket_id, input.tags);
  await insertChecklist(tx, row.ticket_id, opening.checklist ?? []);
  addHistory(tx, row.ticket_id, 'created');
  if (is_closed) await assertCloseable(tx, channel.close_rules, row);
  emit(tx, ticketEvents.created, { ...factsOf(row, status.name), asset_id: opening.asset_id ?? null }, row.version);
  if (input.notes !== undefined) await addNote(tx, row, input.notes);
  return row;
}

const PORTAL_MEMBERS = new Set([
  'title',
  'description',
  'channel_id',
  'board_id',
  'client_id',
  'priority_id',
  'category_id',
  'subcategory_id',
  'url',
]);

/** A ticket that a person of the client portal opens: for their own client, and with nothing that staff decide. @throws VALIDATION_ERROR */
export async function portalTicket(db: Db, input: CreateTicket, scope: PortalScope): Promise<CreateTicket> {
  const { clientId } = scope;
  if (input.client_id !== clientId) throw invalidField('client_id', 'is not a client of this tenant', 'unknown_reference');
  for (const [member, value] of Object.entries(input))
    if (value !== undefined && !PORTAL_MEMBERS.has(member)) throw invalidField(member, 'is for staff alone', 'staff_only');
  return { ...input, contact_name_id: await findPortalContact(db, scope), source: 'portal' };
}
