import { timeTrackingRoutes } from '@psa/contracts-time';
import { versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../time-app.ts';
import { readSettings } from '../settings/settings.records.ts';
import { detailsOf } from '../time-entry/time-entry-details.records.ts';
import { findTimeSession } from './time-session.records.ts';
import { toTimeSession } from './time-session.view.ts';
import { discardSession, startTracking, stopTracking } from './time-tracking.actions.ts';

export const timeTrackingHandlers = handlers(timeTrackingRoutes, {
  getActiveSession: async ({ db, principal }) => ({ data: await activeSession(db, principal.userId) }),

  startTracking: async ({ db, ports, principal, body }) => {
    await startTracking(db, ports, principal, body);
    const session = await activeSession(db, principal.userId);
    if (session === null) throw new Error('The timer was stopped as soon as it was started');
    return { data: session };
  },

  stopTracking: async ({ db, ports, principal, params, body }) => {
    const { entry_id, version } = await stopTracking(db, ports, principal, params.sessionId, body);
    return versioned({ data: await detailsOf(db, entry_id) }, version, `/api/v1/time-entries/${entry_id}`);
  },

  discardSession: ({ db, principal }) => discardSession(db, principal),
});

async function activeSession(db: Db, userId: string) {
  const [row, { overlong_minutes }] = await Promise.all([findTimeSession(db, userId), readSettings(db)]);
  return row === undefined ? null : toTimeSession(row, overlong_minutes);
}
