import { ApiError, invalidField, notFound } from '@psa/contract-kit';
import { scheduleRoutes } from '@psa/contracts-time';
import { type Principal, versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../time-app.ts';
import { aboutHidden, isAboutHidden, type WorkReader, workReader } from '../work-item/hidden-work.access.ts';
import { mergeStretches } from './free-busy.rules.ts';
import { demandReadable } from './schedule.access.ts';
import { createScheduleEntry, deleteScheduleEntry, updateScheduleEntry } from './schedule.actions.ts';
import { listSchedules, occurringIn, windowOf } from './schedule.list.ts';
import { findSchedule } from './schedule.records.ts';
import { toScheduleEntry } from './schedule.view.ts';

const MAX_PEOPLE = 50;

async function answer(db: Db, entryId: string, principal: Principal, reader: WorkReader, location?: string) {
  const row = await findSchedule(db, entryId);
  if (row === undefined) throw notFound('Schedule entry');
  const isHidden = await isAboutHidden(db, reader, row);
  return versioned({ data: toScheduleEntry(row, principal, { isHidden }) }, row.version, location);
}

export const scheduleHandlers = handlers(scheduleRoutes, {
  listSchedules: async ({ db, ports, principal, query }) => {
    const reader = await workReader(db, ports, principal);
    const { rows, pagination } = await listSchedules(db, query, principal);
    const hidden = await aboutHidden(
      db,
      reader,
      rows.map(({ row }) => row),
    );
    const data = rows.map(({ row, occurrence }) => toScheduleEntry(row, principal, { occurrence, isHidden: hidden.has(row) }));
    return { data, pagination };
  },

  createScheduleEntry: async ({ db, ports, principal, body }) => {
    const reader = await workReader(db, ports, principal);
    const id = await createScheduleEntry(db, ports, principal, body);
    return answer(db, id, principal, reader, `/api/v1/schedules/${id}`);
  },

  getFreeBusy: async ({ db, principal, query: { user_ids, ...stretch } }) => {
    const userIds = [...new Set(user_ids)];
    if (userIds.length > MAX_PEOPLE) throw invalidField('user_ids', `must name at most ${MAX_PEOPLE} people`);
    if (userIds.some((id) => id !== principal.userId) && !principal.permissions.has('technician_dispatch:read'))
      throw new ApiError('FORBIDDEN', 'Seeing when others are busy takes technician_dispatch:read');
    const window = windowOf(stretch);
    const found = await occurringIn(db, window, {}, userIds);
    const data = userIds.map((user_id) => {
      const theirs = found.filter(
        ({ row }) => row.status !== 'cancelled' && row.assignees.some((assignee) => assignee.user_id === user_id),
      );
      const stretches = theirs.map(({ occurrence }) => occurrence);
      return { user_id, busy: mergeStretches(stretches, window) };
    });
    return { data };
  },

  getScheduleEntry: async ({ db, ports, principal, params }) => {
    const row = await findSchedule(db, params.id);
    if (row === undefined) throw notFound('Schedule entry');
    demandReadable(row, principal);
    const isHidden = await isAboutHidden(db, await workReader(db, ports, principal), row);
    return versioned({ data: toScheduleEntry(row, principal, { isHidden }) }, row.version);
  },

  updateScheduleEntry: async ({ db, ports, principal, params, query, body, ifMatch }) => {
    const scope = body.scope ?? query.scope;
    const occurrence_date = body.occurrence_date ?? query.occurrence_date;
    const reader = await workReader(db, ports, principal);
    const id = await updateScheduleEntry(db, ports, principal, params.id, { ...body, scope, occurrence_date }, ifMatch);
    return answer(db, id, principal, reader);
  },

  deleteScheduleEntry: ({ db, principal, params, query, ifMatch }) => deleteScheduleEntry(db, principal, params.id, query, ifMatch),
});
