import type { Database } from '@psa/postgres-kit';

/** A few thousand at a time: each statement is short, whatever has piled up. */
const AT_ONCE = 5_000;
const DELETE = `delete from auth_sessions where (tenant, session_id) in (
  select tenant, session_id from auth_sessions where coalesce(revoked_at, expires_at) < now() - interval '30 days' limit ${AT_ONCE}) returning 1`;

/** Deletes sessions, of whatever tenant, that ended long enough ago for nobody to ask after them. */
export async function deleteEndedSessions(workerDatabase: Database): Promise<void> {
  let deleted = AT_ONCE;
  while (deleted === AT_ONCE) deleted = (await workerDatabase.query(DELETE)).length;
}
