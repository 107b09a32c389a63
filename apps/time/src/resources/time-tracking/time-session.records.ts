import { lockInTenant } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../time-app.ts';
import type { TimeSessionsTable } from './time-session.tables.ts';

/** A timer with the names that go with it. */
export type TimeSessionRow = Selectable<TimeSessionsTable> & { work_item_title: string | null; service_name: string | null };

/** The timer of a person; there is one at most. */
export function findTimeSession(db: Db, userId: string): Promise<TimeSessionRow | undefined> {
  return sessionRows(db).where('time_sessions.user_id', '=', userId).executeTakeFirst();
}

/** Keeps a person's timer from being started or stopped elsewhere until the transaction ends, and reads it. */
export async function lockTimeSession(tx: Tx, userId: string): Promise<TimeSessionRow | undefined> {
  await lockInTenant(tx, 'session', userId);
  return findTimeSession(tx, userId);
}

export async function insertTimeSession(tx: Tx, session: Insertable<TimeSessionsTable>): Promise<void> {
  await tx.insertInto('time_sessions').values(session).execute();
}

export async function deleteTimeSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('time_sessions').where('session_id', '=', sessionId).execute();
}

function sessionRows(db: Db) {
  return db
    .selectFrom('time_sessions')
    .leftJoin('ticket_replicas', (join) =>
      join
        .onRef('ticket_replicas.tenant', '=', 'time_sessions.tenant')
        .onRef('ticket_replicas.ticket_id', '=', 'time_sessions.work_item_id')
        .on('time_sessions.work_item_type', '=', 'ticket'),
    )
    .leftJoin('task_replicas', (join) =>
      join
        .onRef('task_replicas.tenant', '=', 'time_sessions.tenant')
        .onRef('task_replicas.task_id', '=', 'time_sessions.work_item_id')
        .on('time_sessions.work_item_type', '=', 'project_task'),
    )
    .leftJoin('service_replicas', (join) =>
      join
        .onRef('service_replicas.tenant', '=', 'time_sessions.tenant')
        .onRef('service_replicas.service_id', '=', 'time_sessions.service_id'),
    )
    .selectAll('time_sessions')
    .select('service_replicas.service_name')
    .select(sql<string | null>`coalesce(ticket_replicas.title, task_replicas.task_name)`.as('work_item_title'));
}
