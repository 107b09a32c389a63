import { ApiError, conflict, itemRefusal, notFound } from '@psa/contract-kit';
import type { ApproveTimeEntries, RequestTimeEntryChanges } from '@psa/contracts-time';
import type { Principal } from '@psa/http-kit';
import type { Db, Ports, Tx } from '../../time-app.ts';
import { type DemandDeciding, deciderFor } from '../access/deciding.access.ts';
import { lockEntriesOfSheet, lockTimeEntry, setApprovalStatus } from '../time-entry/time-entry.records.ts';
import { insertSheetComment, lockSheet, type TimeSheetRecord } from '../time-sheet/time-sheet.records.ts';
import { moveSheet, tellEntry } from './move-sheet.actions.ts';

type Caller = Pick<Principal, 'userId' | 'permissions'>;

export interface EntryResult {
  entry_id: string;
  success: boolean;
  code?: string;
  error?: string;
}

/**
 * Approves submitted entries, each by itself. A sheet whose last entry was approved is approved with it.
 * @throws BAD_REQUEST with the results when none was approved
 */
export function approveEntries(db: Db, ports: Ports, caller: Caller, input: ApproveTimeEntries): Promise<EntryResult[]> {
  const by = caller.userId;
  return each(db, ports, caller, input.entry_ids, async (tx, { sheet, entryId, isFirstOfSheet }) => {
    await demandSubmitted(tx, entryId);
    const [entry] = await setApprovalStatus(tx, [entryId], 'APPROVED');
    tellEntry(tx, entry!, { action: 'approve', by });
    if (isFirstOfSheet && input.approval_notes)
      await insertSheetComment(tx, { time_sheet_id: sheet.id, user_id: by, is_approver: true, comment_text: input.approval_notes });
    const isLast = (await lockEntriesOfSheet(tx, sheet.id)).every(({ approval_status }) => approval_status === 'APPROVED');
    if (isLast) await moveSheet(tx, sheet, { action: 'approve', by, now: new Date().toISOString() });
  });
}

/**
 * Gives submitted entries back: with them their sheets, and what else on these was not approved yet.
 * @throws BAD_REQUEST with the results when none was given back
 */
export function requestEntryChanges(db: Db, ports: Ports, caller: Caller, input: RequestTimeEntryChanges): Promise<EntryResult[]> {
  const by = caller.userId;
  const comment = [input.change_reason, input.detailed_feedback].filter(Boolean).join('\n\n');
  return each(db, ports, caller, input.entry_ids, async (tx, { sheet, entryId, isFirstOfSheet }) => {
    const { approval_status } = (await lockTimeEntry(tx, entryId))!;
    if (!isFirstOfSheet && approval_status === 'CHANGES_REQUESTED') return;
    await demandSubmitted(tx, entryId);
    await moveSheet(tx, sheet, { action: 'request-changes', by, reason: input.change_reason, comment, now: new Date().toISOString() });
  });
}

interface Place {
  readonly sheet: TimeSheetRecord;
  readonly entryId: string;
  /** Whether no entry of the sheet was decided on in this call so far. */
  readonly isFirstOfSheet: boolean;
}

type Decide = (tx: Tx, place: Place) => Promise<void>;

async function each(db: Db, ports: Ports, caller: Caller, entryIds: readonly string[], decide: Decide): Promise<EntryResult[]> {
  const demandDeciding = await deciderFor(db, ports, caller);
  const results: EntryResult[] = [];
  const sheets = new Set<string>();
  for (const entry_id of new Set(entryIds)) {
    try {
      sheets.add(await decideOn(db, entry_id, sheets, demandDeciding, decide));
      results.push({ entry_id, success: true });
    } catch (thrown) {
      const { code, message } = itemRefusal(thrown);
      results.push({ entry_id, success: false, code, error: message });
    }
  }
  if (!results.some(({ success }) => success)) throw new ApiError('BAD_REQUEST', 'No time entry could be decided on', { results });
  return results;
}

/** Locks the sheet before the entry, in the order of everybody who locks both. @returns the sheet */
function decideOn(db: Db, entryId: string, decided: ReadonlySet<string>, demandDeciding: DemandDeciding, decide: Decide): Promise<string> {
  return db.transaction(async (tx) => {
    const place = await tx
      .selectFrom('time_entries')
      .select(['user_id', 'time_sheet_id'])
      .where('entry_id', '=', entryId)
      .executeTakeFirst();
    if (place === undefined || place.time_sheet_id === null) throw notFound('Time entry');
    demandDeciding(place.user_id);
    const sheet = await lockSheet(tx, place.time_sheet_id);
    const entry = await lockTimeEntry(tx, entryId);
    if (sheet === undefined || entry?.time_sheet_id !== sheet.id) throw conflict('The time entry was moved meanwhile');
    await decide(tx, { sheet, entryId, isFirstOfSheet: !decided.has(sheet.id) });
    return sheet.id;
  });
}

async function demandSubmitted(tx: Tx, entryId: string): Promise<void> {
  const { approval_status } = (await lockTimeEntry(tx, entryId))!;
  if (approval_status !== 'SUBMITTED') throw conflict(`The time entry is ${approval_status}, not SUBMITTED`, { approval_status });
}
