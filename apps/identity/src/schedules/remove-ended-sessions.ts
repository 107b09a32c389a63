import type { Schedule } from '@psa/work-kit';
import { deleteEndedSessions } from '../resources/authentication/session/session-retirement.records.ts';
import { deleteEndedAttempts } from '../resources/authentication/auth/sign-in-attempt.records.ts';
import type { Ports } from '../identity-app.ts';
import type { Tables } from '../tables.ts';

/** Removes sessions that ended thirty days ago, and counts of attempts whose window is over. */
export const removeEndedSessions: Schedule<Ports, Tables> = {
  name: 'remove-ended-sessions',
  cron: '7 * * * *',
  async run({ workerDatabase }) {
    await deleteEndedSessions(workerDatabase);
    await deleteEndedAttempts(workerDatabase);
  },
};
