import type { Principal } from '@psa/http-kit';
import type { Db, Ports } from '../../automation-app.ts';
import { tellingOfHidden } from '../event-feed/hidden-tickets.access.ts';
import { type TicketTrace, ticketTracesOf } from '../event-feed/ticket-traces.rules.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Rows of workflows without what events in them tell of tickets whose channel the caller does not see: the member is empty then.
 * @param member that holds what an execution was told
 */
export async function withoutHidden<Row extends object, M extends keyof Row>(
  db: Db,
  ports: Pick<Ports, 'ticketChannels'>,
  principal: Principal,
  rows: readonly Row[],
  member: M,
): Promise<Row[]> {
  const hidden = await tellingOfHidden(db, ports, principal, rows, (row) => tracesIn(row[member]));
  return rows.map((row) => (hidden.has(row) ? { ...row, [member]: {} } : row));
}

/** The tickets that events tell of, wherever these are kept in a value. */
function tracesIn(value: unknown): TicketTrace[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(tracesIn);
  const members = value as Members;
  const own = typeof members['eventname'] === 'string' ? ticketTracesOf(members) : [];
  return [...own, ...Object.values(members).flatMap(tracesIn)];
}
