import { loggedHoursRpc } from '@psa/contracts-time';
import { tenantRpcHandler } from '@psa/events-kit';
import { loggedByPerson, loggedByPeriod } from '../resources/time-entry/logged-hours.records.ts';
import type { Tables } from '../tables.ts';
import type { Ports } from '../time-app.ts';

/** Asked by identity for the figures of a team. */
export const getLoggedHours = tenantRpcHandler<typeof loggedHoursRpc.getLoggedHours, Tables, Ports>(
  loggedHoursRpc.getLoggedHours,
  async ({ user_ids, from, to, granularity }, db) => {
    if (user_ids.length === 0) return { users: [], ...(granularity !== undefined && { periods: [] }) };
    const users = await loggedByPerson(db, user_ids, from, to);
    return granularity === undefined ? { users } : { users, periods: await loggedByPeriod(db, user_ids, from, to, granularity) };
  },
);
