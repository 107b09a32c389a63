import { ApiError, notFound } from '@psa/contract-kit';
import { timeSheetRoutes } from '@psa/contracts-time';
import { exportFile, type Principal, versioned } from '@psa/http-kit';
import { type Db, handlers, type Ports } from '../../time-app.ts';
import { mayActFor, mayBeSeen, whoseTime } from '../access/whose-time.access.ts';
import { findSheetComment, listSheetComments, toComment } from '../time-sheet/time-sheet-comment.records.ts';
import { listTimeSheets, searchTimeSheets } from '../time-sheet/time-sheet.list.ts';
import {
  findTimeSheet,
  findTimeSheets,
  insertSheetComment,
  type TimeSheetRecord,
  type TimeSheetRow,
} from '../time-sheet/time-sheet.records.ts';
import { toTimeSheet } from '../time-sheet/time-sheet.view.ts';
import { type WorkReader, workReader } from '../work-item/hidden-work.access.ts';
import { detailsOf, entriesOf, withDetails } from './time-sheet-details.records.ts';
import { exportTimeSheets, sheetExportColumns, sheetExportHeadings } from './time-sheet-export.list.ts';
import { timeSheetStats } from './time-sheet-stats.records.ts';
import { approveTimeSheets, createTimeSheet, decideOnTimeSheet, submitTimeSheet, updateTimeSheet } from './time-sheet.actions.ts';

/** @throws NOT_FOUND, FORBIDDEN for one the caller may not see */
async function requireVisible(db: Db, ports: Ports, principal: Principal, id: string): Promise<TimeSheetRow> {
  const row = await findTimeSheet(db, id);
  if (row === undefined) throw notFound('Time sheet');
  if (!mayBeSeen(await whoseTime(db, ports, principal, row.user_id), row.user_id))
    throw new ApiError('FORBIDDEN', "The time sheet is somebody else's");
  return row;
}

async function answer(db: Db, { id, version }: TimeSheetRecord, reader: WorkReader, location?: string) {
  return versioned({ data: await detailsOf(db, id, reader) }, version, location);
}

export const timeSheetHandlers = handlers(timeSheetRoutes, {
  listTimeSheets: async ({ db, ports, principal, query }) => {
    const { rows, pagination } = await listTimeSheets(db, query, await whoseTime(db, ports, principal, query.user_id));
    return { data: rows.map((row) => toTimeSheet(row)), pagination };
  },

  createTimeSheet: async ({ db, ports, principal, body }) => {
    const reader = await workReader(db, ports, principal);
    const row = await createTimeSheet(db, ports, principal, body);
    return answer(db, row, reader, `/api/v1/time-sheets/${row.id}`);
  },

  searchTimeSheets: async ({ db, ports, principal, query }) => {
    const { rows, pagination } = await searchTimeSheets(db, query, await whoseTime(db, ports, principal));
    const data = rows.map((row) => toTimeSheet(row));
    if (query.include_entries !== true) return { data, pagination };
    const reader = await workReader(db, ports, principal);
    const entries = await Promise.all(rows.map(({ id }) => entriesOf(db, id, reader)));
    return { data: data.map((sheet, index) => ({ ...sheet, time_entries: entries[index]! })), pagination };
  },

  exportTimeSheets: async ({ db, ports, principal, query }) => {
    const [whose, reader] = await Promise.all([whoseTime(db, ports, principal, query.user_id), workReader(db, ports, principal)]);
    const pages = exportTimeSheets(db, query, whose, reader);
    return exportFile({
      format: query.format,
      columns: sheetExportColumns(query),
      headings: sheetExportHeadings,
      pages,
      name: 'time-sheets',
    });
  },

  getTimeSheetStats: async ({ db, ports, principal, query }) => ({
    data: await timeSheetStats(db, query, await whoseTime(db, ports, principal, query.user_id)),
  }),

  bulkApproveTimeSheets: async ({ db, ports, principal, body: { time_sheet_ids, approval_notes: comment } }) => {
    const ids = [...new Set(time_sheet_ids)];
    const outcomes = await approveTimeSheets(db, ports, principal, ids, comment);
    const rows = await findTimeSheets(db, ids);
    const results = outcomes.map((outcome, index) => {
      const time_sheet_id = ids[index]!;
      if ('refusal' in outcome) return { time_sheet_id, success: false, code: outcome.refusal.code, error: outcome.refusal.message };
      return { time_sheet_id, success: true, data: toTimeSheet(rows.get(time_sheet_id)!) };
    });
    const approved = results.filter(({ success }) => success).length;
    return { data: { results, message: `${approved} of ${results.length} time sheets were approved` } };
  },

  getTimeSheet: async ({ db, ports, principal, params }) => {
    const row = await requireVisible(db, ports, principal, params.id);
    return versioned({ data: await withDetails(db, row, await workReader(db, ports, principal)) }, row.version);
  },

  updateTimeSheet: async ({ db, ports, principal, params, body, ifMatch }) => {
    const reader = await workReader(db, ports, principal);
    return answer(db, await updateTimeSheet(db, ports, principal, params.id, body, ifMatch), reader);
  },

  submitTimeSheet: async ({ db, ports, principal, params, body, ifMatch }) => {
    const reader = await workReader(db, ports, principal);
    return answer(db, await submitTimeSheet(db, ports, principal, params.id, body.submission_notes, ifMatch), reader);
  },

  approveTimeSheet: async ({ db, ports, principal, params, body, ifMatch }) => {
    const reader = await workReader(db, ports, principal);
    const decision = { action: 'approve', comment: body.approval_notes } as const;
    return answer(db, await decideOnTimeSheet(db, ports, principal, params.id, decision, ifMatch), reader);
  },

  requestTimeSheetChanges: async ({ db, ports, principal, params, body, ifMatch }) => {
    const { change_reason: reason, detailed_feedback } = body;
    const comment = [reason, detailed_feedback].filter(Boolean).join('\n\n');
    const reader = await workReader(db, ports, principal);
    const decision = { action: 'request-changes', comment, reason } as const;
    return answer(db, await decideOnTimeSheet(db, ports, principal, params.id, decision, ifMatch), reader);
  },

  reverseTimeSheetApproval: async ({ db, ports, principal, params, body, ifMatch }) => {
    const reason = body.reversal_reason;
    const reader = await workReader(db, ports, principal);
    const decision = { action: 'reverse', comment: reason, reason } as const;
    return answer(db, await decideOnTimeSheet(db, ports, principal, params.id, decision, ifMatch), reader);
  },

  listTimeSheetComments: async ({ db, ports, principal, params, query }) => {
    await requireVisible(db, ports, principal, params.id);
    const { rows, pagination } = await listSheetComments(db, params.id, query);
    return { data: rows.map((row) => toComment(row)), pagination };
  },

  createTimeSheetComment: async ({ db, ports, principal, params, body }) => {
    const { user_id } = await requireVisible(db, ports, principal, params.id);
    const isOwner = user_id === principal.userId;
    if (!isOwner && !(await mayActFor(db, ports, principal, user_id))) throw new ApiError('FORBIDDEN', "The time sheet is somebody else's");
    const comment = { time_sheet_id: params.id, user_id: principal.userId, is_approver: !isOwner, comment_text: body.comment_text };
    return { data: await findSheetComment(db, await insertSheetComment(db, comment)) };
  },
});
