import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type CreateTimeSheet, timeSheetEvents, type UpdateTimeSheet } from '@psa/contracts-time';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion, type Principal } from '@psa/http-kit';
import { checkThenWrite, type ItemOutcome } from '@psa/postgres-kit';
import type { Db, Ports, Tx } from '../../time-app.ts';
import { deciderFor } from '../access/deciding.access.ts';
import { demandOwnerOrActing } from '../access/whose-time.access.ts';
import { readSettings } from '../settings/settings.records.ts';
import { findUser } from '../work-item/work-item.references.ts';
import { insertTimeSheet, lockSheet, type TimeSheetRecord, updateTimeSheetRow } from '../time-sheet/time-sheet.records.ts';
import { factsOf, type Move, moveSheet } from './move-sheet.actions.ts';

type Caller = Pick<Principal, 'userId' | 'permissions'>;

/** Opens a sheet. @throws VALIDATION_ERROR for an unknown period or user, FORBIDDEN, CONFLICT when it is there or its period closed */
export async function createTimeSheet(db: Db, ports: Ports, caller: Caller, input: CreateTimeSheet): Promise<TimeSheetRecord> {
  const { period_id, user_id = caller.userId, notes = null } = input;
  await demandOwnerOrActing(db, ports, caller, user_id, 'time sheet');
  const user = await findUser(db, ports, user_id);
  if (user === undefined || user.user_type !== 'internal')
    throw invalidField('user_id', 'is not a user of this tenant', 'unknown_reference');
  return db.transaction(async (tx) => {
    const period = await tx.selectFrom('time_periods').selectAll().where('period_id', '=', period_id).forKeyShare().executeTakeFirst();
    if (period === undefined) throw invalidField('period_id', 'is not a time period of this tenant', 'unknown_reference');
    if (period.closed_at !== null) throw conflict('The time period is closed', { period_id, closed_at: period.closed_at });
    const row = await insertTimeSheet(tx, { period_id, user_id, notes });
    if (row === undefined) {
      const existing = await tx
        .selectFrom('time_sheets')
        .select('id')
        .where('period_id', '=', period_id)
        .where('user_id', '=', user_id)
        .executeTakeFirst();
      throw conflict('The person has a time sheet for this period', { time_sheet_id: existing?.id });
    }
    emit(tx, timeSheetEvents.created, await factsOf(tx, row, []), row.version);
    return row;
  });
}

/** Changes the notes of a sheet. @throws NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED, CONFLICT when it is approved */
export async function updateTimeSheet(
  db: Db,
  ports: Ports,
  caller: Caller,
  id: string,
  input: UpdateTimeSheet,
  accepted: Accepted,
): Promise<TimeSheetRecord> {
  await demandOwnerOrActing(db, ports, caller, await ownerOf(db, id), 'time sheet');
  return db.transaction(async (tx) => {
    const sheet = await lockAccepted(tx, id, accepted);
    if (sheet.approval_status === 'APPROVED') throw conflict('The time sheet is approved', { approval_status: 'APPROVED' });
    if (input.notes === undefined || input.notes === sheet.notes) return sheet;
    const row = await updateTimeSheetRow(tx, id, { notes: input.notes });
    emit(tx, timeSheetEvents.updated, { ...(await factsOf(tx, row)), changed: ['notes'] }, row.version);
    return row;
  });
}

/** Hands a sheet in. @throws NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED, CONFLICT by its status, or when it is empty */
export async function submitTimeSheet(
  db: Db,
  ports: Ports,
  caller: Caller,
  id: string,
  notes: string | undefined,
  accepted: Accepted,
): Promise<TimeSheetRecord> {
  await demandOwnerOrActing(db, ports, caller, await ownerOf(db, id), 'time sheet');
  const { allow_empty_sheets } = await readSettings(db);
  return move(db, caller, id, accepted, { action: 'submit', comment: notes, allowsEmpty: allow_empty_sheets });
}

/**
 * Approves a sheet, gives it back, or takes its approval back.
 * @throws NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED, CONFLICT by its status, or when an entry to reopen is on an invoice
 */
export async function decideOnTimeSheet(
  db: Db,
  ports: Ports,
  caller: Caller,
  id: string,
  decision: Pick<Move, 'action' | 'comment' | 'reason'>,
  accepted: Accepted,
): Promise<TimeSheetRecord> {
  const demandDeciding = await deciderFor(db, ports, caller);
  demandDeciding(await ownerOf(db, id));
  return move(db, caller, id, accepted, decision);
}

/** Approves several sheets; each succeeds or fails on its own. @returns the outcome of each, in the order of the ids */
export async function approveTimeSheets(
  db: Db,
  ports: Ports,
  caller: Caller,
  ids: readonly string[],
  comment: string | undefined,
): Promise<ItemOutcome<TimeSheetRecord>[]> {
  const demandDeciding = await deciderFor(db, ports, caller);
  return checkThenWrite(
    ids,
    async (id) => {
      demandDeciding(await ownerOf(db, id));
      return id;
    },
    (id) => move(db, caller, id, undefined, { action: 'approve', comment }),
  );
}

function move(db: Db, { userId }: Caller, id: string, accepted: Accepted, given: Omit<Move, 'by' | 'now'>): Promise<TimeSheetRecord> {
  return db.transaction(async (tx) => {
    const sheet = await lockAccepted(tx, id, accepted);
    return moveSheet(tx, sheet, { ...given, by: userId, now: new Date().toISOString() });
  });
}

async function ownerOf(db: Db, id: string): Promise<string> {
  const sheet = await db.selectFrom('time_sheets').select('user_id').where('id', '=', id).executeTakeFirst();
  if (sheet === undefined) throw notFound('Time sheet');
  return sheet.user_id;
}

async function lockAccepted(tx: Tx, id: string, accepted: Accepted): Promise<TimeSheetRecord> {
  const sheet = await lockSheet(tx, id);
  if (sheet === undefined) throw notFound('Time sheet');
  demandVersion(accepted, sheet.version);
  return sheet;
}
