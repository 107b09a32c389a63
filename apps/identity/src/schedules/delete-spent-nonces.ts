import type { Schedule } from '@psa/work-kit';
import { deleteEndedNonces } from '../resources/authentication/auth/spent-nonce.records.ts';
import type { Ports } from '../identity-app.ts';
import type { Tables } from '../tables.ts';

/** Forgets what was used up in signing in once it is too old to be used again. */
export const deleteSpentNonces: Schedule<Ports, Tables> = {
  name: 'delete-spent-nonces',
  cron: '41 * * * *',
  run: ({ workerDatabase }) => deleteEndedNonces(workerDatabase),
};
