import { lockInTenant, type TenantBuilder } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { Db, Tx } from '../../time-app.ts';
import type { ScheduleEntriesTable } from './schedule.tables.ts';

export type ScheduleRecord = Selectable<ScheduleEntriesTable>;

export interface Assignee {
  readonly user_id: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
}

/** An entry with who is on it and what it is for. */
export type ScheduleRow = ScheduleRecord & { work_item_title: string | null; assignees: Assignee[] };

/** Entries with who is on them and what they are for: the base of every read. */
export function scheduleRows(db: TenantBuilder<Tables>) {
  return db
    .selectFrom('schedule_entries')
    .leftJoin('ticket_replicas', (join) =>
      join
        .onRef('ticket_replicas.tenant', '=', 'schedule_entries.tenant')
        .onRef('ticket_replicas.ticket_id', '=', 'schedule_entries.work_item_id')
        .on('schedule_entries.work_item_type', '=', 'ticket'),
    )
    .leftJoin('task_replicas', (join) =>
      join
        .onRef('task_replicas.tenant', '=', 'schedule_entries.tenant')
        .onRef('task_replicas.task_id', '=', 'schedule_entries.work_item_id')
        .on('schedule_entries.work_item_type', '=', 'project_task'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('schedule_assignees')
          .leftJoin('user_replicas', (join) =>
            join
              .onRef('user_replicas.tenant', '=', 'schedule_assignees.tenant')
              .onRef('user_replicas.user_id', '=', 'schedule_assignees.user_id'),
          )
          .select(
            sql<
              Assignee[]
            >`coalesce(jsonb_agg(jsonb_build_object('user_id', schedule_assignees.user_id, 'first_name', user_replicas.first_name,
              'last_name', user_replicas.last_name, 'email', user_replicas.email) order by schedule_assignees.user_id), '[]')`.as(
              'assignees',
            ),
          )
          .whereRef('schedule_assignees.tenant', '=', 'schedule_entries.tenant')
          .whereRef('schedule_assignees.entry_id', '=', 'schedule_entries.entry_id')
          .as('people'),
      (join) => join.onTrue(),
    )
    .selectAll('schedule_entries')
    .select(sql<string | null>`coalesce(ticket_replicas.title, task_replicas.task_name)`.as('work_item_title'))
    .select((eb) => eb.ref('people.assignees').$notNull().as('assignees'));
}

export function findSchedule(db: Db, entryId: string): Promise<ScheduleRow | undefined> {
  return scheduleRows(db).where('schedule_entries.entry_id', '=', entryId).executeTakeFirst();
}

/** Reads an entry and keeps others from changing it until the transaction ends. */
export async function lockSchedule(tx: Tx, entryId: string): Promise<ScheduleRow | undefined> {
  const locked = await tx.selectFrom('schedule_entries').select('entry_id').where('entry_id', '=', entryId).forUpdate().executeTakeFirst();
  return locked && findSchedule(tx, entryId);
}

export async function insertSchedule(tx: Tx, entry: Insertable<ScheduleEntriesTable>, userIds: readonly string[]): Promise<void> {
  await tx.insertInto('schedule_entries').values(entry).execute();
  await setAssignees(tx, entry.entry_id, userIds);
}

/** Writes the changes and raises the version. */
export async function updateScheduleRow(tx: Tx, entryId: string, changes: Updateable<ScheduleEntriesTable>): Promise<void> {
  await tx
    .updateTable('schedule_entries')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('entry_id', '=', entryId)
    .execute();
}

export async function setAssignees(tx: Tx, entryId: string, userIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('schedule_assignees').where('entry_id', '=', entryId).execute();
  if (userIds.length === 0) return;
  await tx
    .insertInto('schedule_assignees')
    .values([...new Set(userIds)].map((user_id) => ({ entry_id: entryId, user_id })))
    .execute();
}

export async function deleteScheduleRow(tx: Tx, entryId: string): Promise<void> {
  await tx.deleteFrom('schedule_entries').where('entry_id', '=', entryId).execute();
}

/** Keeps schedules of these people from being booked elsewhere until the transaction ends. */
export async function lockPeople(tx: Tx, userIds: readonly string[]): Promise<void> {
  for (const userId of [...new Set(userIds)].toSorted()) await lockInTenant(tx, 'schedule', userId);
}
