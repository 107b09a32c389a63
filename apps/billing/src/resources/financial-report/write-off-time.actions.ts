import { conflict, invalidField } from '@psa/contract-kit';
import type { RestoreTime, WriteOffTime } from '@psa/contracts-billing';
import type { Db, Tx } from '../../billing-app.ts';
import { lockBillingOf } from '../billing-run/generate-invoice.actions.ts';

/**
 * Notes that approved work is never to be billed: all of it or none.
 * @returns how many entries were changed
 * @throws VALIDATION_ERROR naming an entry that is unknown, CONFLICT naming those that are billed or not approved
 */
export function writeOffTime(db: Db, { time_entry_ids, reason }: WriteOffTime, by: string): Promise<number> {
  return db.transaction(async (tx) => {
    const entries = await lockEntries(tx, time_entry_ids);
    const refused = entries.filter(({ is_billed, approval_status }) => is_billed || approval_status !== 'APPROVED');
    if (refused.length > 0)
      throw conflict('Only approved time that no invoice bills is written off', {
        time_entry_ids: refused.map(({ entry_id }) => entry_id),
      });
    const ids = entries.filter(({ write_off_reason }) => write_off_reason === null).map(({ entry_id }) => entry_id);
    await setWriteOff(tx, ids, { write_off_reason: reason, written_off_by: by, written_off_at: new Date().toISOString() });
    return ids.length;
  });
}

/** Lets written-off work be billed again. @returns how many entries were changed @throws VALIDATION_ERROR naming one that is unknown */
export function restoreTime(db: Db, { time_entry_ids }: RestoreTime): Promise<number> {
  return db.transaction(async (tx) => {
    const entries = await lockEntries(tx, time_entry_ids);
    const ids = entries.filter(({ write_off_reason }) => write_off_reason !== null).map(({ entry_id }) => entry_id);
    await setWriteOff(tx, ids, { write_off_reason: null, written_off_by: null, written_off_at: null });
    return ids.length;
  });
}

async function lockEntries(tx: Tx, ids: readonly string[]) {
  const found = await tx
    .selectFrom('time_entry_replicas')
    .select(['entry_id', 'client_id'])
    .where('entry_id', 'in', [...ids])
    .where('is_deleted', '=', false)
    .execute();
  const missing = ids.findIndex((id) => !found.some(({ entry_id }) => entry_id === id));
  if (missing !== -1) throw invalidField(['time_entry_ids', missing], 'is not a time entry of this tenant', 'unknown_reference');
  // An invoice that is being generated bills what was due when it began.
  for (const clientId of [...new Set(found.flatMap(({ client_id }) => client_id ?? []))].toSorted()) await lockBillingOf(tx, clientId);
  return tx
    .selectFrom('time_entry_replicas')
    .select(['entry_id', 'is_billed', 'approval_status', 'write_off_reason'])
    .where('entry_id', 'in', [...ids])
    .orderBy('entry_id')
    .forUpdate()
    .execute();
}

interface WriteOff {
  readonly write_off_reason: string | null;
  readonly written_off_by: string | null;
  readonly written_off_at: string | null;
}

async function setWriteOff(tx: Tx, ids: readonly string[], writeOff: WriteOff): Promise<void> {
  if (ids.length > 0)
    await tx
      .updateTable('time_entry_replicas')
      .set({ ...writeOff })
      .where('entry_id', 'in', [...ids])
      .execute();
}
