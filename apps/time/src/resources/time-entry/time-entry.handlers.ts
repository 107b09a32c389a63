import { ApiError, notFound } from '@psa/contract-kit';
import { timeEntryRoutes } from '@psa/contracts-time';
import { exportFile, versioned } from '@psa/http-kit';
import { handlers } from '../../time-app.ts';
import { mayBeSeen, whoseTime } from '../access/whose-time.access.ts';
import { workReader } from '../work-item/hidden-work.access.ts';
import { deleteTimeEntry, logTime, logTimes, updateTimeEntry } from './log-time.actions.ts';
import { asRead } from './time-entry-names.records.ts';
import { detailsOf, withDetails } from './time-entry-details.records.ts';
import { timeEntryStats } from './time-entry-stats.records.ts';
import { exportColumns, exportHeadings, exportTimeEntries } from './time-entry-export.list.ts';
import { listTimeEntries, searchTimeEntries } from './time-entry.list.ts';
import { findTimeEntries, findTimeEntry } from './time-entry.records.ts';
import { toTimeEntry } from './time-entry.view.ts';

export const timeEntryHandlers = handlers(timeEntryRoutes, {
  listTimeEntries: async ({ db, ports, principal, query }) => {
    const [whose, reader] = await Promise.all([whoseTime(db, ports, principal, query.user_id), workReader(db, ports, principal)]);
    const { rows, pagination } = await listTimeEntries(db, query, whose, reader);
    return { data: rows.map((row) => toTimeEntry(row)), pagination };
  },

  createTimeEntry: async ({ db, ports, principal, body }) => {
    const reader = await workReader(db, ports, principal);
    const { entry_id, version } = await logTime(db, ports, principal, body);
    return versioned({ data: await detailsOf(db, entry_id, reader) }, version, `/api/v1/time-entries/${entry_id}`);
  },

  bulkCreateTimeEntries: async ({ db, ports, principal, body }) => {
    const reader = await workReader(db, ports, principal);
    const outcomes = await logTimes(db, ports, principal, body.entries);
    const created = outcomes.flatMap((outcome) => ('result' in outcome ? outcome.result.entry_id : []));
    const errors = outcomes.flatMap((outcome, index) => ('refusal' in outcome ? { index, ...outcome.refusal } : []));
    const rows = await asRead(db, reader, await findTimeEntries(db, created));
    return { data: { created_count: created.length, created: rows.map((row) => toTimeEntry(row)), errors } };
  },

  searchTimeEntries: async ({ db, ports, principal, query }) => {
    const [whose, reader] = await Promise.all([whoseTime(db, ports, principal), workReader(db, ports, principal)]);
    const { rows, pagination } = await searchTimeEntries(db, query, whose, reader);
    return { data: rows.map((row) => toTimeEntry(row)), pagination };
  },

  exportTimeEntries: async ({ db, ports, principal, query }) => {
    const [whose, reader] = await Promise.all([whoseTime(db, ports, principal, query.user_id), workReader(db, ports, principal)]);
    const pages = exportTimeEntries(db, query, whose, reader);
    return exportFile({ format: query.format, columns: exportColumns(query), headings: exportHeadings, pages, name: 'time-entries' });
  },

  getTimeEntryStats: async ({ db, ports, principal, query }) => {
    const [whose, reader] = await Promise.all([whoseTime(db, ports, principal, query.user_id), workReader(db, ports, principal)]);
    return { data: await timeEntryStats(db, query, whose, reader) };
  },

  getTimeEntry: async ({ db, ports, principal, params }) => {
    const row = await findTimeEntry(db, params.id);
    if (row === undefined) throw notFound('Time entry');
    if (!mayBeSeen(await whoseTime(db, ports, principal, row.user_id), row.user_id))
      throw new ApiError('FORBIDDEN', "The time entry is somebody else's");
    return versioned({ data: await withDetails(db, row, await workReader(db, ports, principal)) }, row.version);
  },

  updateTimeEntry: async ({ db, ports, principal, params, body, ifMatch }) => {
    const reader = await workReader(db, ports, principal);
    const { version } = await updateTimeEntry(db, ports, principal, params.id, body, ifMatch);
    return versioned({ data: await detailsOf(db, params.id, reader) }, version);
  },

  deleteTimeEntry: ({ db, ports, principal, params, ifMatch }) => deleteTimeEntry(db, ports, principal, params.id, ifMatch),
});
