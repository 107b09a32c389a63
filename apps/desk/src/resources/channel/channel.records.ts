import { invalidField } from '@psa/contract-kit';
import { statement } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import type { Tables } from '../../tables.ts';
import { ticketSettings } from '../ticket-settings/ticket-settings.records.ts';
import type { ChannelsTable } from './channel.tables.ts';

export type ChannelRecord = Selectable<ChannelsTable>;

/** Max channels of a tenant: they are read all together. */
export const MAX_CHANNELS = 200;

export function findChannels(db: Db): Promise<ChannelRecord[]> {
  return db.selectFrom('channels').selectAll().orderBy('display_order').orderBy('channel_name').execute();
}

export function findChannel(db: Db, channelId: string): Promise<ChannelRecord | undefined> {
  return db.selectFrom('channels').selectAll().where('channel_id', '=', channelId).executeTakeFirst();
}

/**
 * The channel of tickets for which none is named: the default one, or the first that is active.
 * @param forClient whether channels that the client portal shows come before all others
 */
export async function defaultChannel(db: Db, { forClient = false } = {}): Promise<string | undefined> {
  const row = await db
    .selectFrom('channels')
    .select('channel_id')
    .where('is_inactive', '=', false)
    .$if(forClient, (found) => found.orderBy(sql<boolean>`portal_visibility in ('client', 'own')`, 'desc'))
    .orderBy('is_default', 'desc')
    .orderBy('display_order')
    .limit(1)
    .executeTakeFirst();
  return row?.channel_id;
}

/** Who sees the tickets of a channel. */
export type ChannelAccess = Pick<ChannelRecord, 'channel_id' | 'visible_to_team_ids' | 'portal_visibility'>;

/** Channels whose tickets only members of some teams see, and those that all people of the client portal see. */
export function findSpecialChannels(db: Db): Promise<ChannelAccess[]> {
  return db
    .selectFrom('channels')
    .select(['channel_id', 'visible_to_team_ids', 'portal_visibility'])
    .where(sql<boolean>`(visible_to_team_ids <> '[]'::jsonb or portal_visibility = 'all')`)
    .execute();
}

export function lockChannel(tx: Tx, channelId: string): Promise<ChannelRecord | undefined> {
  return tx.selectFrom('channels').selectAll().where('channel_id', '=', channelId).forUpdate().executeTakeFirst();
}

const holdStatement = statement<Tables>()((db, p: { channel_id: string }) =>
  db.selectFrom('channels').selectAll().where('channel_id', '=', p.channel_id).forKeyShare(),
);

/** The channel, which cannot be deleted until the transaction ends. @throws VALIDATION_ERROR naming the field */
export async function holdChannel(tx: Tx, channelId: string, field = 'channel_id'): Promise<ChannelRecord> {
  const row = await tx.first(holdStatement, { channel_id: channelId });
  if (row === undefined) throw invalidField(field, 'is not a channel of this tenant', 'unknown_reference');
  return row;
}

export function insertChannel(tx: Tx, channel: Insertable<ChannelsTable>): Promise<ChannelRecord> {
  ticketSettings.changed(tx);
  return tx.insertInto('channels').values(channel).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateChannelRow(tx: Tx, channelId: string, changes: Updateable<ChannelsTable>): Promise<ChannelRecord> {
  ticketSettings.changed(tx);
  return tx
    .updateTable('channels')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('channel_id', '=', channelId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Takes the default away from the channel that has it. */
export async function clearDefaultChannel(tx: Tx): Promise<void> {
  await tx
    .updateTable('channels')
    .set({ is_default: false, version: sql`version + 1` })
    .where('is_default', '=', true)
    .execute();
}
