import type { ApprovalStatus } from '@psa/contracts-time';
import { addToRowCount, lookedUp, type TenantBuilder } from '@psa/postgres-kit';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { Db, Tx } from '../../time-app.ts';
import type { WorkReader } from '../work-item/hidden-work.access.ts';
import { type TimeEntryRow, withNames } from './time-entry-names.records.ts';
import type { TimeEntriesTable } from './time-entry.tables.ts';

export type TimeEntryRecord = Selectable<TimeEntriesTable>;

/** Title of what the time was spent on: that of the ticket or the task; null for other work. */
export const workItemTitle = sql<string | null>`case time_entries.work_item_type
  when 'ticket' then ${lookedUp({ from: 'time_entries.work_item_id', table: 'ticket_replicas', key: 'ticket_id' }, 'title')}
  when 'project_task' then ${lookedUp({ from: 'time_entries.work_item_id', table: 'task_replicas', key: 'task_id' }, 'task_name')} end`;
export const userName = lookedUp<string>({ from: 'time_entries.user_id', table: 'user_replicas', key: 'user_id' }, 'full_name');
export const serviceName = lookedUp<string>(
  { from: 'time_entries.service_id', table: 'service_replicas', key: 'service_id' },
  'service_name',
);

/** That an entry is about a ticket that is hidden from a reader, in SQL. */
export function entryAboutHidden({ hidden }: WorkReader): RawBuilder<boolean> {
  if (hidden === 'all') return sql<boolean>`time_entries.work_item_type = 'ticket'`;
  const channel = lookedUp<string>({ from: 'time_entries.work_item_id', table: 'ticket_replicas', key: 'ticket_id' }, 'channel_id');
  return sql<boolean>`(time_entries.work_item_type = 'ticket' and coalesce(${channel} = any(${[...hidden]}::uuid[]), true))`;
}

/** Entries with the title of their work in the place of the names that go with them: the base of every read. */
export function timeEntryRows(db: TenantBuilder<Tables>) {
  return db.selectFrom('time_entries').selectAll('time_entries').select(workItemTitle.as('names'));
}

export async function findTimeEntry(db: Db, entryId: string): Promise<TimeEntryRow | undefined> {
  const row = await timeEntryRows(db).where('time_entries.entry_id', '=', entryId).executeTakeFirst();
  return row && (await withNames(db, [row]))[0];
}

/** Entries by their ids, in the order of these. */
export async function findTimeEntries(db: Db, entryIds: readonly string[]): Promise<TimeEntryRow[]> {
  if (entryIds.length === 0) return [];
  const rows = await timeEntryRows(db)
    .where('time_entries.entry_id', 'in', [...entryIds])
    .execute();
  return withNames(
    db,
    rows.toSorted((one, other) => entryIds.indexOf(one.entry_id) - entryIds.indexOf(other.entry_id)),
  );
}

/** Reads an entry and keeps others from changing it until the transaction ends. */
export function lockTimeEntry(tx: Tx, entryId: string): Promise<TimeEntryRecord | undefined> {
  return tx.selectFrom('time_entries').selectAll().where('entry_id', '=', entryId).forUpdate().executeTakeFirst();
}

/** Entries by their ids, kept from being changed until the transaction ends; always in the same order, so that two such never wait for each other. */
export function lockEntriesById(tx: Tx, entryIds: readonly string[]): Promise<TimeEntryRecord[]> {
  if (entryIds.length === 0) return Promise.resolve([]);
  return tx
    .selectFrom('time_entries')
    .selectAll()
    .where('entry_id', 'in', [...entryIds])
    .orderBy('entry_id')
    .forUpdate()
    .execute();
}

/** Entries of a sheet in the order of the work, kept from being changed until the transaction ends. */
export function lockEntriesOfSheet(tx: Tx, sheetId: string): Promise<TimeEntryRecord[]> {
  return tx.selectFrom('time_entries').selectAll().where('time_sheet_id', '=', sheetId).orderBy('start_time').forUpdate().execute();
}

/** Entries of somebody that share time with a stretch; those that only touch it do not. */
export function overlappingEntries(db: Db, userId: string, start: string, end: string): Promise<{ entry_id: string }[]> {
  return db
    .selectFrom('time_entries')
    .select('entry_id')
    .where('user_id', '=', userId)
    .where('start_time', '<', end)
    .where('end_time', '>', start)
    .orderBy('start_time')
    .limit(10)
    .execute();
}

export async function insertTimeEntry(tx: Tx, entry: Insertable<TimeEntriesTable>): Promise<TimeEntryRecord> {
  const row = await tx.insertInto('time_entries').values(entry).returningAll().executeTakeFirstOrThrow();
  addToRowCount(tx, 'time_entries', 1);
  return row;
}

/** Moves entries to a status. @returns them as they are then */
export async function setApprovalStatus(tx: Tx, entryIds: readonly string[], status: ApprovalStatus): Promise<TimeEntryRecord[]> {
  if (entryIds.length === 0) return [];
  return tx
    .updateTable('time_entries')
    .set({ approval_status: status, version: sql`version + 1`, updated_at: sql`now()` })
    .where('entry_id', 'in', [...entryIds])
    .returningAll()
    .execute();
}

/** Writes the changes and raises the version. */
export function updateTimeEntryRow(tx: Tx, entryId: string, changes: Updateable<TimeEntriesTable>): Promise<TimeEntryRecord> {
  return tx
    .updateTable('time_entries')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('entry_id', '=', entryId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTimeEntryRow(tx: Tx, entryId: string): Promise<void> {
  await tx.deleteFrom('time_entries').where('entry_id', '=', entryId).execute();
  addToRowCount(tx, 'time_entries', -1);
}
