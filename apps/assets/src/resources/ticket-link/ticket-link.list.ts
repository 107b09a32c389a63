import type { AssetTicket, AssetTicketQuery, TicketAssetQuery } from '@psa/contracts-assets';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../assets-app.ts';
import { type AssetRow, assetRows } from '../asset/asset.records.ts';
import { notHidden } from './ticket-link.records.ts';

export type AssetTicketRow = Omit<AssetTicket, 'board_id'>;
export type TicketAssetRow = AssetRow & Pick<AssetTicket, 'relationship_type' | 'association_notes' | 'linked_at'>;

const linkColumns = ['link.relationship_type', 'link.notes as association_notes', 'link.created_at as linked_at'] as const;

const ticketOrder: ListOrder = {
  columns: {
    updated_at: 'ticket.updated_at',
    linked_at: 'link.created_at',
    entered_at: 'ticket.entered_at',
    ticket_number: 'ticket.ticket_number',
    title: 'ticket.title',
    status_name: 'ticket.status_name',
  },
  nullable: new Set(['updated_at', 'entered_at', 'ticket_number', 'title', 'status_name']),
  id: { ref: 'link.entity_id', name: 'ticket_id' },
};

/**
 * One page of an asset's tickets.
 * @param hiddenChannels channels whose tickets the caller does not see
 */
export function listTicketsOfAsset(
  db: Db,
  assetId: string,
  query: AssetTicketQuery,
  hiddenChannels: readonly string[],
): Promise<Page<AssetTicketRow>> {
  const { is_closed: closed, relationship_type: type, search, created_from, created_to, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('asset_associations as link')
    .leftJoin('ticket_replicas as ticket', (join) =>
      join.onRef('ticket.tenant', '=', 'link.tenant').onRef('ticket.ticket_id', '=', 'link.entity_id'),
    )
    .where('link.asset_id', '=', assetId)
    .where('link.entity_type', '=', 'ticket')
    .select([
      'link.entity_id as ticket_id',
      'ticket.ticket_number',
      'ticket.title',
      'ticket.status_id',
      'ticket.status_name',
      'ticket.is_closed',
      'ticket.priority_id',
      'ticket.assigned_to',
      'ticket.client_id',
      'ticket.channel_id',
      'ticket.entered_at',
      'ticket.updated_at',
      ...linkColumns,
    ])
    .$if(hiddenChannels.length > 0, (rows) => rows.where(notHidden(hiddenChannels)))
    .$if(closed === true, (rows) => rows.where('ticket.is_closed', 'is', true))
    .$if(closed === false, (rows) => rows.where('ticket.is_closed', 'is not', true))
    .$if(type !== undefined, (rows) => rows.where('link.relationship_type', '=', type as string))
    .$if(created_from !== undefined, (rows) => rows.where('ticket.entered_at', '>=', created_from as string))
    .$if(created_to !== undefined, (rows) => rows.where('ticket.entered_at', '<=', created_to as string))
    .$if(updated_from !== undefined, (rows) => rows.where('ticket.updated_at', '>=', updated_from as string))
    .$if(updated_to !== undefined, (rows) => rows.where('ticket.updated_at', '<=', updated_to as string))
    .$if(!!search, (rows) =>
      rows.where((eb) =>
        eb.or(
          (['ticket.title', 'ticket.ticket_number', 'link.notes'] as const).map((column) =>
            eb(column, 'ilike', containsPattern(search ?? '')),
          ),
        ),
      ),
    );
  const total = async () => {
    const { matching } = await rows
      .clearSelect()
      .select(sql<number>`count(*)`.as('matching'))
      .executeTakeFirstOrThrow();
    return matching;
  };
  return readPage<AssetTicketRow>(rows as never, ticketOrder, query, total);
}

const assetOrder: ListOrder = {
  columns: {
    linked_at: 'link.created_at',
    name: 'assets.name',
    asset_tag: 'assets.asset_tag',
    asset_type: 'assets.asset_type',
    status: 'assets.status',
  },
  id: { ref: 'assets.asset_id', name: 'asset_id' },
};

/** One page of a ticket's assets. */
export function listAssetsOfTicket(db: Db, ticketId: string, query: TicketAssetQuery): Promise<Page<TicketAssetRow>> {
  const { relationship_type: type, search, created_from, created_to, updated_from, updated_to } = query;
  const rows = assetRows(db)
    .innerJoin('asset_associations as link', (join) =>
      join.onRef('link.tenant', '=', 'assets.tenant').onRef('link.asset_id', '=', 'assets.asset_id'),
    )
    .where('link.entity_type', '=', 'ticket')
    .where('link.entity_id', '=', ticketId)
    .select(linkColumns)
    .$if(type !== undefined, (rows) => rows.where('link.relationship_type', '=', type as string))
    .$if(created_from !== undefined, (rows) => rows.where('assets.created_at', '>=', created_from as string))
    .$if(created_to !== undefined, (rows) => rows.where('assets.created_at', '<=', created_to as string))
    .$if(updated_from !== undefined, (rows) => rows.where('assets.updated_at', '>=', updated_from as string))
    .$if(updated_to !== undefined, (rows) => rows.where('assets.updated_at', '<=', updated_to as string))
    .$if(!!search, (rows) =>
      rows.where((eb) =>
        eb.or(
          (['assets.name', 'assets.asset_tag', 'assets.serial_number', 'link.notes'] as const).map((column) =>
            eb(column, 'ilike', containsPattern(search ?? '')),
          ),
        ),
      ),
    );
  const total = async () => {
    const { matching } = await rows
      .clearSelect()
      .select(sql<number>`count(*)`.as('matching'))
      .executeTakeFirstOrThrow();
    return matching;
  };
  return readPage<TicketAssetRow>(rows as never, assetOrder, query, total);
}
