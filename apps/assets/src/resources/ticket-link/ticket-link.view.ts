import type { AssetTicket, AssetTicketLink, TicketAsset } from '@psa/contracts-assets';
import { toAsset } from '../asset/asset.view.ts';
import type { AssetTicketRow, TicketAssetRow } from './ticket-link.list.ts';
import type { LinkRecord } from './ticket-link.records.ts';

/** A new link. */
export function toLink({ tenant, asset_id, entity_id, relationship_type, notes, created_by, created_at }: LinkRecord): AssetTicketLink {
  return { tenant, asset_id, entity_id, entity_type: 'ticket', relationship_type, notes, created_by, created_at };
}

/** A ticket in the list of an asset. */
export function toAssetTicket(row: AssetTicketRow): AssetTicket {
  const {
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
    relationship_type,
    association_notes,
    linked_at,
  } = row;
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
    board_id: channel_id,
    entered_at,
    updated_at,
    relationship_type,
    association_notes,
    linked_at,
  };
}

/** An asset in the list of a ticket. */
export function toTicketAsset(row: TicketAssetRow, now: number): TicketAsset {
  const { relationship_type, association_notes, linked_at } = row;
  return { ...toAsset(row, now), relationship_type, association_notes, linked_at };
}
