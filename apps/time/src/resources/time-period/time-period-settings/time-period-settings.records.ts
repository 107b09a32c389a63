import type { TimePeriodSettingsListQuery } from '@psa/contracts-time';
import { type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../time-app.ts';
import type { TimePeriodSettingsTable } from './time-period-settings.tables.ts';

export type TimePeriodSettingsRecord = Selectable<TimePeriodSettingsTable>;

const order: ListOrder = {
  columns: {
    effective_from: 'time_period_settings.effective_from',
    created_at: 'time_period_settings.created_at',
    updated_at: 'time_period_settings.updated_at',
  },
  id: { ref: 'time_period_settings.time_period_settings_id', name: 'time_period_settings_id' },
};

export function listTimePeriodSettings(db: Db, query: TimePeriodSettingsListQuery): Promise<Page<TimePeriodSettingsRecord>> {
  let rows = db.selectFrom('time_period_settings').selectAll();
  if (query.is_active !== undefined) rows = rows.where('is_active', '=', query.is_active);
  if (query.created_from !== undefined) rows = rows.where('created_at', '>=', query.created_from);
  if (query.created_to !== undefined) rows = rows.where('created_at', '<=', query.created_to);
  if (query.updated_from !== undefined) rows = rows.where('updated_at', '>=', query.updated_from);
  if (query.updated_to !== undefined) rows = rows.where('updated_at', '<=', query.updated_to);
  return readPage<TimePeriodSettingsRecord>(rows, order, query, async () => {
    const { count } = await rows
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });
}

/** Active settings, earliest first; few, because no two of them cross. */
export function activeSettings(db: Db): Promise<TimePeriodSettingsRecord[]> {
  return db.selectFrom('time_period_settings').selectAll().where('is_active', '=', true).orderBy('effective_from').limit(100).execute();
}

export function lockTimePeriodSettings(tx: Tx, id: string): Promise<TimePeriodSettingsRecord | undefined> {
  return tx.selectFrom('time_period_settings').selectAll().where('time_period_settings_id', '=', id).forUpdate().executeTakeFirst();
}

export function insertTimePeriodSettings(tx: Tx, row: Insertable<TimePeriodSettingsTable>): Promise<TimePeriodSettingsRecord> {
  return tx.insertInto('time_period_settings').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateTimePeriodSettingsRow(
  tx: Tx,
  id: string,
  changes: Updateable<TimePeriodSettingsTable>,
): Promise<TimePeriodSettingsRecord> {
  return tx
    .updateTable('time_period_settings')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('time_period_settings_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
