import type { Selectable } from 'kysely';
import { clientReplica, serviceReplica, taskReplica, ticketReplica, userReplica } from '../../replicas/replicas.ts';
import type { Db } from '../../time-app.ts';
import type { TimeEntriesTable } from './time-entry.tables.ts';

type TimeEntryRecord = Selectable<TimeEntriesTable>;

/** The names that go with an entry. */
export interface TimeEntryNames {
  readonly user_name: string | null;
  readonly work_item_title: string | null;
  readonly client_name: string | null;
  readonly service_name: string | null;
}

export type TimeEntryRow = TimeEntryRecord & { readonly names: TimeEntryNames };

/** An entry with room for its names. */
export type UnnamedEntry = TimeEntryRecord & { readonly names: null };

type Named<Row> = Omit<Row, 'names'> & { readonly names: TimeEntryNames };

/** Entries with the names that go with them, from memory up to two seconds late: looking up five for each row costs more than the rows. */
export async function withNames<Row extends UnnamedEntry>(db: Db, rows: readonly Row[]): Promise<Named<Row>[]> {
  if (rows.length === 0) return [];
  const itemsOf = (type: TimeEntryRecord['work_item_type']) =>
    rows.map(({ work_item_type, work_item_id }) => (work_item_type === type ? work_item_id : null));
  const [users, clients, services, tickets, tasks] = await Promise.all([
    userReplica.remembered(
      db,
      rows.map(({ user_id }) => user_id),
    ),
    clientReplica.remembered(
      db,
      rows.map(({ client_id }) => client_id),
    ),
    serviceReplica.remembered(
      db,
      rows.map(({ service_id }) => service_id),
    ),
    ticketReplica.remembered(db, itemsOf('ticket')),
    taskReplica.remembered(db, itemsOf('project_task')),
  ]);
  const titleOf = ({ work_item_type, work_item_id: id }: TimeEntryRecord): string | null => {
    if (id === null) return null;
    if (work_item_type === 'ticket') return tickets.get(id)?.title ?? null;
    return work_item_type === 'project_task' ? (tasks.get(id)?.task_name ?? null) : null;
  };
  return rows.map((row) => {
    const names: TimeEntryNames = {
      user_name: users.get(row.user_id)?.full_name ?? null,
      work_item_title: titleOf(row),
      client_name: row.client_id === null ? null : (clients.get(row.client_id)?.client_name ?? null),
      service_name: services.get(row.service_id)?.service_name ?? null,
    };
    // Into a member that is there: V8 takes a row of many with another one for a dictionary, of several times its size.
    const shown = row as unknown as { names: TimeEntryNames };
    shown.names = names;
    return shown as Named<Row>;
  });
}
