import { timeTrackingRoutes } from '@psa/contracts-time';
import { versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../time-app.ts';
import { readSettings } from '../settings/settings.records.ts';
import { detailsOf } from '../time-entry/time-entry-details.records.ts';
import { isAboutHidden, type WorkReader, workReader } from '../work-item/hidden-work.access.ts';
import { findTimeSession } from './time-session.records.ts';
import { toTimeSession } from './time-session.view.ts';
import { discardSession, startTracking, stopTracking } from './time-tracking.actions.ts';

export const timeTrackingHandlers = handlers(timeTrackingRoutes, {
  getActiveSession: async ({ db, ports, principal }) => ({ data: await activeSession(db, await workReader(db, ports, principal)) }),

  startTracking: async ({ db, ports, principal, body }) => {
    const reader = await workReader(db, ports, principal);
    await startTracking(db, ports, principal, body);
    const session = await activeSession(db, reader);
    if (session === null) throw new Error('The timer was stopped as soon as it was started');
    return { data: session };
  },

  stopTracking: async ({ db, ports, principal, params, body }) => {
    const reader = await workReader(db, ports, principal);
    const { entry_id, version } = await stopTracking(db, ports, principal, params.sessionId, body);
    return versioned({ data: await detailsOf(db, entry_id, reader) }, version, `/api/v1/time-entries/${entry_id}`);
  },

  discardSession: ({ db, principal }) => discardSession(db, principal),
});

async function activeSession(db: Db, reader: WorkReader) {
  const [row, { overlong_minutes }] = await Promise.all([findTimeSession(db, reader.userId), readSettings(db)]);
  if (row === undefined) return null;
  const work_item_title = (await isAboutHidden(db, reader, row)) ? null : row.work_item_title;
  return toTimeSession({ ...row, work_item_title }, overlong_minutes);
}
