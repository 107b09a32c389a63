import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type WorkingHours, workingHoursRoutes } from '@psa/contracts-time';
import { violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import { handlers } from '../../time-app.ts';
import { hoursOf } from '../minutes.rules.ts';
import { findUser } from '../work-item/work-item.references.ts';
import {
  deleteWorkingHoursRow,
  insertWorkingHours,
  listWorkingHours,
  lockWorkingHours,
  workingHoursOf,
  type WorkingHoursRecord,
} from './working-hours.records.ts';

const toWorkingHours = (row: WorkingHoursRecord): WorkingHours => ({
  ...row,
  weekly_hours: hoursOf(row.minutes_by_weekday.reduce((sum, minutes) => sum + minutes, 0)),
});

const today = () => new Date().toISOString().slice(0, 10);

export const workingHoursHandlers = handlers(workingHoursRoutes, {
  listWorkingHours: async ({ db, query }) => {
    const { rows, pagination } = await listWorkingHours(db, query);
    return { data: rows.map((row) => toWorkingHours(row)), pagination };
  },

  createWorkingHours: async ({ db, ports, principal, body }) => {
    const user = await findUser(db, ports, body.user_id);
    if (user === undefined || user.user_type !== 'internal') throw invalidField('user_id', 'is not a member of staff', 'unknown_reference');
    const row = { ...body, working_hours_id: uuidv7(), created_by: principal.userId };
    try {
      return await db.transaction(async (tx) => {
        const hasSome = (await workingHoursOf(tx, body.user_id)).length > 0;
        if (hasSome && body.effective_from < today())
          throw invalidField('effective_from', 'must be today or later: targets of days that are over never change');
        return { data: toWorkingHours(await insertWorkingHours(tx, row)) };
      });
    } catch (error) {
      if (!violates(error, 'working_hours_person')) throw error;
      throw conflict('The person has working hours from that day on already');
    }
  },

  deleteWorkingHours: ({ db, params }) =>
    db.transaction(async (tx) => {
      const row = await lockWorkingHours(tx, params.id);
      if (row === undefined) throw notFound('Working hours');
      if (row.effective_from <= today())
        throw conflict('Targets of days that are over never change', { effective_from: row.effective_from });
      await deleteWorkingHoursRow(tx, params.id);
    }),
});
