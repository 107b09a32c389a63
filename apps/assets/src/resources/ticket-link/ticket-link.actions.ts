import { notFound } from '@psa/contract-kit';
import { ticketLinkEvents } from '@psa/contracts-assets';
import { emit } from '@psa/events-kit';
import type { Db, Tx } from '../../assets-app.ts';
import { lockAsset, touchAsset } from '../asset/asset.records.ts';
import { assetsOfTicket, deleteLink, insertLink, insertLinkOnce, type LinkRecord } from './ticket-link.records.ts';

export interface LinkInput {
  readonly asset_id: string;
  readonly ticket_id: string;
  readonly relationship_type: string;
  readonly notes?: string | null | undefined;
}

/**
 * Links a ticket that the caller sees and an asset, from whichever side.
 * @throws NOT_FOUND when the asset is absent, CONFLICT when they are linked already
 */
export function linkTicketAndAsset(db: Db, input: LinkInput): Promise<LinkRecord> {
  const { asset_id, ticket_id: entity_id, relationship_type, notes = null } = input;
  return db.transaction(async (tx) => {
    if ((await lockAsset(tx, asset_id)) === undefined) throw notFound('Asset');
    const row = await insertLink(tx, { asset_id, entity_id, relationship_type, notes, created_by: tx.context.actor.id });
    await tell(tx, 'linked', row);
    return row;
  });
}

/** Unlinks them. @throws NOT_FOUND when they are not linked */
export function unlinkTicketAndAsset(db: Db, assetId: string, ticketId: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAsset(tx, assetId);
    const row = await deleteLink(tx, assetId, ticketId);
    if (row === undefined) throw notFound('Link');
    await tell(tx, 'unlinked', row);
  });
}

/** A ticket that the desk is about to open for an asset. */
export interface TicketToBe {
  readonly asset_id: string;
  readonly client_id: string;
  readonly ticket_id: string;
}

/** Links a ticket that is about to be opened, once. @returns what came of it */
export async function linkTicketToBe(
  tx: Tx,
  { asset_id, client_id, ticket_id }: TicketToBe,
): Promise<'linked' | 'unknown_asset' | 'other_client'> {
  const asset = await lockAsset(tx, asset_id);
  if (asset === undefined) return 'unknown_asset';
  if (asset.client_id !== client_id) return 'other_client';
  const link = { asset_id, entity_id: ticket_id, relationship_type: 'affected', notes: null, created_by: tx.context.actor.id };
  if (await insertLinkOnce(tx, link)) await tell(tx, 'linked', link);
  return 'linked';
}

/** Takes back the link of a ticket that was not opened; there may be none. */
export async function unlinkUnopened(tx: Tx, assetId: string, ticketId: string): Promise<void> {
  await lockAsset(tx, assetId);
  const row = await deleteLink(tx, assetId, ticketId);
  if (row !== undefined) await tell(tx, 'unlinked', row);
}

/** Takes a deleted ticket off its assets. */
export async function unlinkDeletedTicket(tx: Tx, ticketId: string): Promise<void> {
  for (const assetId of await assetsOfTicket(tx, ticketId)) {
    await lockAsset(tx, assetId);
    const row = await deleteLink(tx, assetId, ticketId);
    if (row !== undefined) await tell(tx, 'unlinked', row);
  }
}

async function tell(
  tx: Tx,
  what: keyof typeof ticketLinkEvents,
  link: Pick<LinkRecord, 'asset_id' | 'entity_id' | 'relationship_type'>,
): Promise<void> {
  const { asset_id, entity_id: ticket_id, relationship_type } = link;
  emit(tx, ticketLinkEvents[what], { asset_id, ticket_id, relationship_type }, await touchAsset(tx, asset_id));
}
