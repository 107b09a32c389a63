import type { Selectable } from 'kysely';
import { clientReplica, serviceReplica, userReplica } from '../../replicas/replicas.ts';
import type { Db } from '../../time-app.ts';
import { aboutHidden, hidesNothing, type WorkReader } from '../work-item/hidden-work.access.ts';
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

/** An entry with the title of its work, in the place of the names that go with it. */
export type UnnamedEntry = TimeEntryRecord & { readonly names: string | null };

type Named<Row> = Omit<Row, 'names'> & { readonly names: TimeEntryNames };

/**
 * Entries with the names that go with them. Those of people, clients and services are few and come from memory, up to two seconds late:
 * looking up each for each row costs more than the rows. Titles of work are of many rows, seldom of the same, and come with them.
 */
export async function withNames<Row extends UnnamedEntry>(db: Db, rows: readonly Row[]): Promise<Named<Row>[]> {
  if (rows.length === 0) return [];
  const [users, clients, services] = await Promise.all([
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
  ]);
  return rows.map((row) => {
    const names: TimeEntryNames = {
      user_name: users.get(row.user_id)?.full_name ?? null,
      work_item_title: row.names,
      client_name: row.client_id === null ? null : (clients.get(row.client_id)?.client_name ?? null),
      service_name: services.get(row.service_id)?.service_name ?? null,
    };
    // Into a member that is there: V8 takes a row of many with another one for a dictionary, of several times its size.
    const shown = row as unknown as { names: TimeEntryNames };
    shown.names = names;
    return shown as Named<Row>;
  });
}

/** Entries as a reader sees them: without the title of a ticket that is hidden from them, and without what others noted of such work. */
export async function asRead<Row extends TimeEntryRow>(db: Db, reader: WorkReader, rows: Row[]): Promise<Row[]> {
  if (hidesNothing(reader)) return rows;
  const hidden = await aboutHidden(db, reader, rows);
  return rows.map((row) => {
    if (!hidden.has(row)) return row;
    const keepsNotes = reader.readsNotes || row.user_id === reader.userId;
    return { ...row, notes: keepsNotes ? row.notes : null, names: { ...row.names, work_item_title: null } };
  });
}
