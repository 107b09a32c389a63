import { conflict, notFound } from '@psa/contract-kit';
import { holidayRoutes } from '@psa/contracts-time';
import { violates } from '@psa/postgres-kit';
import { handlers } from '../../../time-app.ts';
import { deleteHoliday, insertHoliday, listHolidays } from './holiday.records.ts';

export const holidayHandlers = handlers(holidayRoutes, {
  listHolidays: async ({ db, query }) => {
    const { rows, pagination } = await listHolidays(db, query);
    return { data: rows, pagination };
  },

  createHoliday: async ({ db, body }) => {
    try {
      return { data: await insertHoliday(db, body) };
    } catch (error) {
      if (!violates(error, 'holidays_date')) throw error;
      throw conflict('The day is a holiday already');
    }
  },

  deleteHoliday: async ({ db, params }) => {
    if (!(await deleteHoliday(db, params.id))) throw notFound('Holiday');
  },
});
