import type { PriorityItemType } from '@psa/contracts-desk';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import { ticketSettings } from '../ticket-settings/ticket-settings.records.ts';
import type { PrioritiesTable } from '../channel/channel.tables.ts';

export type PriorityRecord = Selectable<PrioritiesTable>;

/** Priorities of a kind, the most urgent first. */
export function findPriorities(db: Db, itemType: PriorityItemType): Promise<PriorityRecord[]> {
  return db
    .selectFrom('priorities')
    .selectAll()
    .where('item_type', '=', itemType)
    .orderBy('order_number')
    .orderBy('priority_name')
    .execute();
}

export function findPriority(db: Db, priorityId: string): Promise<PriorityRecord | undefined> {
  return db.selectFrom('priorities').selectAll().where('priority_id', '=', priorityId).executeTakeFirst();
}

/** Writes the changes and raises the version. */
export function updatePriorityRow(tx: Tx, priorityId: string, changes: Updateable<PrioritiesTable>): Promise<PriorityRecord> {
  ticketSettings.changed(tx);
  return tx
    .updateTable('priorities')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('priority_id', '=', priorityId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
