import { conflict } from '@psa/contract-kit';
import { timeEntryEvents, type TimeSheetFacts, timeSheetEvents } from '@psa/contracts-time';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../time-app.ts';
import { lockEntriesOfSheet, setApprovalStatus, type TimeEntryRecord } from '../time-entry/time-entry.records.ts';
import { timeEntryFacts } from '../time-entry/time-entry.view.ts';
import { findTimePeriod } from '../time-period/time-period.records.ts';
import { goesAlong, type SheetAction, statusAfter } from '../time-sheet/approval.rules.ts';
import { insertSheetComment, type TimeSheetRecord, updateTimeSheetRow } from '../time-sheet/time-sheet.records.ts';
import { sheetFacts } from '../time-sheet/time-sheet.view.ts';

/** Who does something to a sheet, and what they say to it. */
export interface Move {
  readonly action: SheetAction;
  readonly by: string;
  /** Kept as a comment. */
  readonly comment?: string | undefined;
  /** Told with the event where something is given back. */
  readonly reason?: string;
  /** Whether a sheet without entries may be submitted. */
  readonly allowsEmpty?: boolean;
  readonly now: string;
}

/**
 * Moves a locked sheet and the entries that go along, and tells of each.
 * @throws CONFLICT when its status does not allow it, it is empty, or an entry to reopen is on an invoice
 */
export async function moveSheet(tx: Tx, sheet: TimeSheetRecord, move: Move): Promise<TimeSheetRecord> {
  const status = statusAfter(move.action, sheet.approval_status);
  const entries = await lockEntriesOfSheet(tx, sheet.id);
  if (move.action === 'submit' && entries.length === 0 && move.allowsEmpty !== true) throw conflict('The time sheet has no entries');
  if (move.action === 'reverse') assertNoneInvoiced(entries);
  const going = entries.filter(({ approval_status }) => goesAlong(move.action, approval_status)).map(({ entry_id }) => entry_id);
  const moved = await setApprovalStatus(tx, going, status);
  const row = await updateTimeSheetRow(tx, sheet.id, { approval_status: status, ...stamps(move) });
  if (move.comment !== undefined)
    await insertSheetComment(tx, {
      time_sheet_id: sheet.id,
      user_id: move.by,
      is_approver: move.action !== 'submit',
      comment_text: move.comment,
    });
  for (const entry of moved) tellEntry(tx, entry, move);
  await tellSheet(tx, row, entries, move);
  return row;
}

/** What a sheet is stamped with. */
function stamps({ action, by, now, comment }: Move) {
  if (action === 'submit') return { submitted_at: now, reminded_at: null };
  if (action === 'approve') return { approved_at: now, approved_by: by, approval_notes: comment ?? null };
  return { approved_at: null, approved_by: null };
}

function assertNoneInvoiced(entries: readonly TimeEntryRecord[]): void {
  const invoiced = entries.filter(({ invoice_id }) => invoice_id !== null);
  if (invoiced.length === 0) return;
  throw conflict('Entries of the time sheet are on an invoice', {
    invoiced: invoiced.slice(0, 10).map(({ entry_id, invoice_id }) => ({ entry_id, invoice_id })),
  });
}

/** Tells what happened to an entry. */
export function tellEntry(tx: Tx, entry: TimeEntryRecord, { action, by, reason = '' }: Pick<Move, 'action' | 'by' | 'reason'>): void {
  const facts = timeEntryFacts(entry);
  if (action === 'submit') emit(tx, timeEntryEvents.submitted, { ...facts, submitted_by: by }, entry.version);
  else if (action === 'approve') emit(tx, timeEntryEvents.approved, { ...facts, approved_by: by }, entry.version);
  else emit(tx, timeEntryEvents.changesRequested, { ...facts, requested_by: by, reason }, entry.version);
}

async function tellSheet(
  tx: Tx,
  row: TimeSheetRecord,
  entries: readonly TimeEntryRecord[],
  { action, by, reason = '' }: Move,
): Promise<void> {
  const facts = await factsOf(tx, row, entries);
  if (action === 'submit') emit(tx, timeSheetEvents.submitted, { ...facts, submitted_by: by }, row.version);
  else if (action === 'approve') emit(tx, timeSheetEvents.approved, { ...facts, approved_by: by }, row.version);
  else if (action === 'reverse') emit(tx, timeSheetEvents.approvalReversed, { ...facts, reversed_by: by, reason }, row.version);
  else emit(tx, timeSheetEvents.changesRequested, { ...facts, requested_by: by, reason }, row.version);
}

/** What others are told of a sheet that is there. */
export async function factsOf(tx: Tx, sheet: TimeSheetRecord, entries?: readonly TimeEntryRecord[]): Promise<TimeSheetFacts> {
  const period = await findTimePeriod(tx, sheet.period_id);
  if (period === undefined) throw new Error(`Period ${sheet.period_id} of a time sheet is gone`);
  return sheetFacts(sheet, period, entries ?? (await lockEntriesOfSheet(tx, sheet.id)));
}
