import { ApiError } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import { fetchCopy } from '@psa/postgres-kit';
import { keepChannels, ticketReplica, ticketsWithoutChannel } from '../../replicas/ticket-replica.ts';
import type { Db, Ports } from '../../time-app.ts';

type Caller = Pick<Principal, 'userId' | 'permissions' | 'actor'>;

/** Whom work is shown to, and what of it is hidden from them. */
export interface WorkReader {
  readonly userId: string;
  /** Whether they read what others noted of work whose ticket is hidden from them: an approver decides on it. */
  readonly readsNotes: boolean;
  /** Channels whose tickets they do not see: none for most, all while the desk does not answer and nothing is remembered. */
  readonly hidden: readonly string[] | 'all';
}

/** What is shown of everything to those from whom nothing is hidden. */
export function hidesNothing({ hidden }: WorkReader): boolean {
  return hidden.length === 0;
}

/**
 * Whom work is shown to, and what of it is hidden from them. The desk may have to be asked; in a transaction that is done before it runs
 * again.
 */
export async function workReader(db: Db, ports: Pick<Ports, 'ticketChannels' | 'asTenant'>, caller: Caller): Promise<WorkReader> {
  const { userId, permissions } = caller;
  const channels = await hiddenChannels(db, ports, caller);
  const reader = {
    userId,
    readsNotes: permissions.has('timesheet:approve'),
    hidden: channels === undefined ? 'all' : [...channels],
  } as const;
  if (channels !== undefined && channels.size > 0 && !db.isInTransaction) await completeCopies(db, ports);
  return reader;
}

async function hiddenChannels(
  db: Db,
  { ticketChannels }: Pick<Ports, 'ticketChannels'>,
  caller: Caller,
): Promise<ReadonlySet<string> | undefined> {
  if (!db.isInTransaction) return ticketChannels.hiddenFrom(db.context, caller);
  const remembered = ticketChannels.remembered(db.context, caller);
  if (remembered !== undefined) return remembered;
  await fetchCopy(db, `hidden channels of ${caller.userId}`, async () => {
    await ticketChannels.hiddenFrom(db.context, caller);
  });
  return ticketChannels.remembered(db.context, caller);
}

/** Asks for the channels of tickets whose copies are older than those are kept, some of them at a time; while the desk is away later. */
async function completeCopies(db: Db, { ticketChannels, asTenant }: Pick<Ports, 'ticketChannels' | 'asTenant'>): Promise<void> {
  const incomplete = await ticketsWithoutChannel(db);
  if (incomplete.length === 0) return;
  try {
    // Beside the request: what it writes does not wait for this, and may be refused.
    await keepChannels(asTenant(db.context), await ticketChannels.channelsOf(db.context, incomplete));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'SERVICE_UNAVAILABLE') throw error;
  }
}

interface OnItem {
  readonly work_item_type: string | null;
  readonly work_item_id: string | null;
}

/** Which of some rows are about tickets that are hidden from a reader. A ticket whose channel is not known counts as one. */
export async function aboutHidden<Row extends OnItem>(db: Db, reader: WorkReader, rows: readonly Row[]): Promise<ReadonlySet<Row>> {
  const { hidden } = reader;
  if (hidesNothing(reader)) return new Set();
  const onTickets = rows.filter(({ work_item_type, work_item_id }) => work_item_type === 'ticket' && work_item_id !== null);
  if (hidden === 'all' || onTickets.length === 0) return new Set(onTickets);
  const copies = await ticketReplica.remembered(
    db,
    onTickets.map(({ work_item_id }) => work_item_id),
  );
  return new Set(
    onTickets.filter(({ work_item_id }) => {
      const channelId = copies.get(work_item_id!)?.channel_id ?? null;
      return channelId === null || hidden.includes(channelId);
    }),
  );
}

/** Whether one row is about a ticket that is hidden from a reader. */
export async function isAboutHidden(db: Db, reader: WorkReader, row: OnItem): Promise<boolean> {
  return (await aboutHidden(db, reader, [row])).size > 0;
}
