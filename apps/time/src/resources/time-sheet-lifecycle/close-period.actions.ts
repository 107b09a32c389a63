import { conflict, itemRefusal, notFound } from '@psa/contract-kit';
import { timePeriodEvents } from '@psa/contracts-time';
import { emit } from '@psa/events-kit';
import type { Principal } from '@psa/http-kit';
import type { Db, Ports, Tx } from '../../time-app.ts';
import { type DemandDeciding, deciderFor } from '../access/deciding.access.ts';
import { readSettings } from '../settings/settings.records.ts';
import { periodFacts } from '../time-period/time-period.actions.ts';
import { lockTimePeriod, type TimePeriodRecord, updateTimePeriodRow } from '../time-period/time-period.records.ts';
import { lockSheet, type TimeSheetRecord } from '../time-sheet/time-sheet.records.ts';
import { type Move, moveSheet } from './move-sheet.actions.ts';

type Caller = Pick<Principal, 'userId' | 'permissions'>;

/** Sheets read at a time. */
const PAGE = 500;

export interface SheetResult {
  time_sheet_id: string;
  user_id: string;
  success: boolean;
  approval_status: string;
  code?: string;
  error?: string;
}

export interface ClosedPeriod {
  readonly period: TimePeriodRecord;
  readonly results: SheetResult[];
}

/** Closes a period and hands in its open sheets, each by itself. @throws NOT_FOUND */
export async function closePeriod(db: Db, caller: Caller, id: string): Promise<ClosedPeriod> {
  const closed_by = caller.userId;
  const period = await db.transaction(async (tx) => {
    const current = await requirePeriod(tx, id);
    if (current.closed_at !== null) return current;
    const row = await updateTimePeriodRow(tx, id, { closed_at: new Date().toISOString(), closed_by });
    emit(tx, timePeriodEvents.closed, { ...periodFacts(row), closed_by }, row.version);
    return row;
  });
  const { allow_empty_sheets: allowsEmpty } = await readSettings(db);
  const sheets = sheetsOf(db, id, ['DRAFT', 'CHANGES_REQUESTED']);
  return { period, results: await moveEach(db, sheets, { action: 'submit', by: closed_by, allowsEmpty }) };
}

/** Opens a closed period and gives back what waits for approval, each by itself. @throws NOT_FOUND, CONFLICT when it is not closed */
export async function reopenPeriod(db: Db, ports: Ports, caller: Caller, id: string, reason: string): Promise<ClosedPeriod> {
  const demandDeciding = await deciderFor(db, ports, caller);
  const by = caller.userId;
  const period = await db.transaction(async (tx) => {
    const current = await requirePeriod(tx, id);
    if (current.closed_at === null) throw conflict('The time period is not closed');
    const row = await updateTimePeriodRow(tx, id, { closed_at: null, closed_by: null });
    emit(tx, timePeriodEvents.reopened, { ...periodFacts(row), reopened_by: by, reason }, row.version);
    return row;
  });
  const sheets = sheetsOf(db, id, ['SUBMITTED', 'APPROVED']);
  return { period, results: await moveEach(db, sheets, { action: 'request-changes', by, reason, comment: reason }, demandDeciding) };
}

async function requirePeriod(tx: Tx, id: string): Promise<TimePeriodRecord> {
  const period = await lockTimePeriod(tx, id);
  if (period === undefined) throw notFound('Time period');
  return period;
}

/** The sheets of a period in such states, page by page. */
async function* sheetsOf(
  db: Db,
  periodId: string,
  statuses: readonly TimeSheetRecord['approval_status'][],
): AsyncGenerator<TimeSheetRecord> {
  for (let after: string | undefined; ;) {
    const page = await db
      .selectFrom('time_sheets')
      .selectAll()
      .where('period_id', '=', periodId)
      .where('approval_status', 'in', [...statuses])
      .$if(after !== undefined, (query) => query.where('id', '>', after as string))
      .orderBy('id')
      .limit(PAGE)
      .execute();
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.id;
  }
}

async function moveEach(
  db: Db,
  sheets: AsyncIterable<TimeSheetRecord>,
  move: Omit<Move, 'now'>,
  demandDeciding?: DemandDeciding,
): Promise<SheetResult[]> {
  const results: SheetResult[] = [];
  for await (const { id: time_sheet_id, user_id, approval_status } of sheets) {
    try {
      demandDeciding?.(user_id);
      const row = await db.transaction(async (tx) => {
        const sheet = await lockSheet(tx, time_sheet_id);
        if (sheet === undefined) throw notFound('Time sheet');
        return moveSheet(tx, sheet, { ...move, now: new Date().toISOString() });
      });
      results.push({ time_sheet_id, user_id, success: true, approval_status: row.approval_status });
    } catch (thrown) {
      const { code, message: error } = itemRefusal(thrown);
      results.push({ time_sheet_id, user_id, success: false, approval_status, code, error });
    }
  }
  return results;
}
