import { notFound } from '@psa/contract-kit';
import { type Channel, channelRoutes } from '@psa/contracts-desk';
import { clientScopeOf, versioned } from '@psa/http-kit';
import { type MemoryOrder, pageOf } from '@psa/postgres-kit';
import { handlers } from '../../desk-app.ts';
import { sortNumber } from '../sort-number.ts';
import { ensureStandardSet } from '../standard-set/standard-set.actions.ts';
import { createChannel, deleteChannel, updateChannel } from './channel.actions.ts';
import { type ChannelRecord, findChannel, findChannels } from './channel.records.ts';

function toChannel(row: ChannelRecord): Channel {
  const { version: _, has_stale_clocks: __, ...members } = row;
  return { ...members, board_id: row.channel_id, board_name: row.channel_name };
}

const order: MemoryOrder<ChannelRecord> = {
  valueOf: (row, sort) =>
    sort === 'display_order' ? sortNumber(row.display_order) + row.channel_name : String(row[sort as keyof ChannelRecord]),
  idOf: ({ channel_id }) => channel_id,
};

export const channelHandlers = handlers(channelRoutes, {
  listChannels: async ({ db, principal, query }) => {
    await ensureStandardSet(db);
    const portal = clientScopeOf(principal) !== undefined;
    const part = (query.search ?? '').toLowerCase();
    const named = (query.channel_name ?? '').toLowerCase();
    const { created_from, created_to, updated_from, updated_to } = query;
    const rows = (await findChannels(db)).filter(
      (row) =>
        (!portal || (!row.is_inactive && row.portal_visibility !== 'none')) &&
        `${row.channel_name}\n${row.description ?? ''}`.toLowerCase().includes(part) &&
        row.channel_name.toLowerCase().includes(named) &&
        (query.is_inactive === undefined || row.is_inactive === query.is_inactive) &&
        (query.is_active === undefined || row.is_inactive !== query.is_active) &&
        (query.is_default === undefined || row.is_default === query.is_default) &&
        (created_from === undefined || row.created_at >= created_from) &&
        (created_to === undefined || row.created_at <= created_to) &&
        (updated_from === undefined || row.updated_at >= updated_from) &&
        (updated_to === undefined || row.updated_at <= updated_to),
    );
    const page = pageOf(rows, order, query);
    const data = page.rows.map((row) => (portal ? { ...toChannel(row), visible_to_team_ids: [] } : toChannel(row)));
    return { data, pagination: page.pagination };
  },
  createChannel: async ({ db, ports, body }) => {
    const row = await createChannel(db, ports, body);
    return versioned({ data: toChannel(row) }, row.version, `/api/v1/channels/${row.channel_id}`);
  },
  getChannel: async ({ db, params }) => {
    const row = await findChannel(db, params.id);
    if (row === undefined) throw notFound('Channel');
    return versioned({ data: toChannel(row) }, row.version);
  },
  updateChannel: async ({ db, ports, params, body, ifMatch }) => {
    const row = await updateChannel(db, ports, params.id, body, ifMatch);
    return versioned({ data: toChannel(row) }, row.version);
  },
  deleteChannel: ({ db, params, ifMatch }) => deleteChannel(db, params.id, ifMatch),
});
