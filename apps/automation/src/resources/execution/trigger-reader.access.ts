import type { Principal } from '@psa/http-kit';
import type { Db, Ports } from '../../automation-app.ts';
import { mayReadEvent } from '../event-feed/event-readers.rules.ts';
import { tellingOfHidden } from '../event-feed/hidden-tickets.access.ts';
import { triggerTracesOf } from '../event-feed/ticket-traces.rules.ts';
import type { ExecutionRecord } from './execution.records.ts';

/** Tells whether a caller may read what started an execution. */
export type TriggerReader = (row: ExecutionRecord) => boolean;

/** What a caller may read of what started some executions. Call it outside of a transaction: the desk may have to be asked. */
export async function triggerReader(
  db: Db,
  ports: Pick<Ports, 'ticketChannels'>,
  principal: Principal,
  rows: readonly ExecutionRecord[],
): Promise<TriggerReader> {
  const ofHidden = await tellingOfHidden(db, ports, principal, rows, triggerTracesOf);
  return (row) => {
    if (ofHidden.has(row)) return false;
    return row.trigger_type !== 'event_based' || mayReadEvent(principal, String(row.trigger_data['eventname'] ?? row.trigger_data['type']));
  };
}
