import { conflict } from '@psa/contract-kit';
import { violates } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../assets-app.ts';
import type { AssetAssociationsTable } from '../../tables.ts';

export type LinkRecord = Selectable<AssetAssociationsTable>;
export type LinkWrite = Omit<Insertable<AssetAssociationsTable>, 'entity_type' | 'created_at'>;

/** @throws CONFLICT when the two are linked already */
export async function insertLink(tx: Tx, link: LinkWrite): Promise<LinkRecord> {
  try {
    return await tx
      .insertInto('asset_associations')
      .values({ ...link, entity_type: 'ticket' })
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    throw violates(error, 'asset_associations_pkey') ? conflict('The ticket is already linked to the asset') : error;
  }
}

/** @returns false when the two were linked already */
export async function insertLinkOnce(tx: Tx, link: LinkWrite): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('asset_associations')
    .values({ ...link, entity_type: 'ticket' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes a link. @returns the link there was */
export async function deleteLink(tx: Tx, assetId: string, ticketId: string): Promise<LinkRecord | undefined> {
  return tx
    .deleteFrom('asset_associations')
    .where('asset_id', '=', assetId)
    .where('entity_type', '=', 'ticket')
    .where('entity_id', '=', ticketId)
    .returningAll()
    .executeTakeFirst();
}

/** The assets a ticket is linked to, in the order in which they are locked. */
export async function assetsOfTicket(tx: Tx, ticketId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('asset_associations')
    .select('asset_id')
    .where('entity_type', '=', 'ticket')
    .where('entity_id', '=', ticketId)
    .orderBy('asset_id')
    .execute();
  return rows.map(({ asset_id }) => asset_id);
}

/** That a ticket's copy, if there is one, is in none of some channels. */
export function notHidden(hiddenChannels: readonly string[]) {
  return sql<boolean>`(ticket.channel_id = any(${[...hiddenChannels]}::uuid[])) is not true`;
}

/**
 * How many of an asset's tickets are not closed; one whose copy has not arrived counts as open.
 * @param hiddenChannels channels whose tickets the caller does not see
 */
export async function countOpenTickets(db: Db, assetId: string, hiddenChannels: readonly string[]): Promise<number> {
  const { open } = await db
    .selectFrom('asset_associations as link')
    .leftJoin('ticket_replicas as ticket', (join) =>
      join.onRef('ticket.tenant', '=', 'link.tenant').onRef('ticket.ticket_id', '=', 'link.entity_id'),
    )
    .select(sql<number>`count(*) filter (where ticket.is_closed is not true)`.as('open'))
    .where('link.asset_id', '=', assetId)
    .where('link.entity_type', '=', 'ticket')
    .$if(hiddenChannels.length > 0, (rows) => rows.where(notHidden(hiddenChannels)))
    .executeTakeFirstOrThrow();
  return open;
}
