import { type Database, deleteInBatches } from '@psa/postgres-kit';

/** Deletes sessions, of whatever tenant, that ended long enough ago for nobody to ask after them. */
export async function deleteEndedSessions(workerDatabase: Database): Promise<void> {
  await deleteInBatches(workerDatabase, {
    table: 'auth_sessions',
    key: ['tenant', 'session_id'],
    where: "coalesce(revoked_at, expires_at) < now() - interval '30 days'",
  });
}
