import { loggedHoursRpc } from '@psa/contracts-time';
import { tenantRpcHandler } from '@psa/events-kit';
import { countEntriesOfClient, loggedByPeriod, loggedByPerson } from '../resources/time-entry/logged-hours.records.ts';
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

/** Asked before a client is deleted. */
export const countTimeOfClient = tenantRpcHandler<typeof loggedHoursRpc.countTimeOfClient, Tables, Ports>(
  loggedHoursRpc.countTimeOfClient,
  async ({ client_id }, db) => ({ time_entries: await countEntriesOfClient(db, client_id) }),
);
