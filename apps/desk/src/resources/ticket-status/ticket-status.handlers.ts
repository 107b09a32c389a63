import { invalidField, notFound } from '@psa/contract-kit';
import { type TicketStatus, ticketStatusRoutes } from '@psa/contracts-desk';
import { clientScopeOf, versioned } from '@psa/http-kit';
import { pageOf } from '@psa/postgres-kit';
import { handlers } from '../../desk-app.ts';
import { findChannels } from '../channel/channel.records.ts';
import { sortNumber } from '../sort-number.ts';
import { ensureStandardSet } from '../standard-set/standard-set.actions.ts';
import { createStatus, deleteStatus, updateStatus } from './ticket-status.actions.ts';
import { findStatus, findStatuses, type TicketStatusRecord } from './ticket-status.records.ts';

function toStatus(row: TicketStatusRecord): TicketStatus {
  const { version: _, ...members } = row;
  return { ...members, status_name: row.name, status_type: 'ticket', board_id: row.channel_id };
}

export const ticketStatusHandlers = handlers(ticketStatusRoutes, {
  listTicketStatuses: async ({ db, principal, query }) => {
    await ensureStandardSet(db);
    const {
      channel_id,
      board_id,
      search = '',
      name = '',
      is_closed,
      is_default,
      created_from,
      created_to,
      updated_from,
      updated_to,
    } = query;
    if (channel_id !== undefined && board_id !== undefined && channel_id !== board_id)
      throw invalidField('board_id', 'differs from channel_id');
    const [statuses, channels] = await Promise.all([findStatuses(db, channel_id ?? board_id), findChannels(db)]);
    const portal = clientScopeOf(principal) !== undefined;
    const places = new Map(
      channels
        .filter(({ is_inactive, portal_visibility }) => !portal || (!is_inactive && portal_visibility !== 'none'))
        .map(({ channel_id: id }, index) => [id, index]),
    );
    const rows = statuses.filter(
      (row) =>
        places.has(row.channel_id) &&
        row.name.toLowerCase().includes(search.toLowerCase()) &&
        row.name.toLowerCase().includes(name.toLowerCase()) &&
        (is_closed === undefined || row.is_closed === is_closed) &&
        (is_default === undefined || row.is_default === is_default) &&
        (created_from === undefined || row.created_at >= created_from) &&
        (created_to === undefined || row.created_at <= created_to) &&
        (updated_from === undefined || row.updated_at >= updated_from) &&
        (updated_to === undefined || row.updated_at <= updated_to),
    );
    const order = {
      valueOf: (row: TicketStatusRecord, sort: string) =>
        sort === 'order_number'
          ? sortNumber(places.get(row.channel_id) ?? 0) + sortNumber(row.order_number) + row.name
          : String(row[sort as keyof TicketStatusRecord]),
      idOf: (row: TicketStatusRecord) => row.status_id,
    };
    const page = pageOf(rows, order, query);
    return { data: page.rows.map(toStatus), pagination: page.pagination };
  },
  createTicketStatus: async ({ db, body }) => {
    const row = await createStatus(db, body);
    return versioned({ data: toStatus(row) }, row.version, `/api/v1/statuses/${row.status_id}`);
  },
  getTicketStatus: async ({ db, params }) => {
    const row = await findStatus(db, params.id);
    if (row === undefined) throw notFound('Status');
    return versioned({ data: toStatus(row) }, row.version);
  },
  updateTicketStatus: async ({ db, params, body, ifMatch }) => {
    const row = await updateStatus(db, params.id, body, ifMatch);
    return versioned({ data: toStatus(row) }, row.version);
  },
  deleteTicketStatus: ({ db, params, ifMatch }) => deleteStatus(db, params.id, ifMatch),
});
