import { claimStatement, type Database } from '@psa/postgres-kit';

/*
 * The global table `password_reset_requests`: written by one statement whoever is meant, and taken up by the worker, which finds
 * out whether that is anybody.
 */

export interface ResetRequest {
  readonly request_id: string;
  readonly email: string;
  readonly user_type: string | null;
  readonly tenant_slug: string | null;
  readonly correlation_id: string;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
}

const ADD = `insert into password_reset_requests (request_id, email, user_type, tenant_slug, correlation_id, ip_address, user_agent)
  values ($1, $2, $3, $4, $5, $6, $7)`;
const CLAIM = claimStatement({
  table: 'password_reset_requests',
  key: ['request_id'],
  where: 'due_at <= now()',
  orderBy: 'due_at',
  set: "due_at = now() + interval '2 minutes'",
  returning: 'claimed.*',
});
const DONE = 'delete from password_reset_requests where request_id = $1';

export async function insertResetRequest(database: Database, request: ResetRequest): Promise<void> {
  const { request_id, email, user_type, tenant_slug, correlation_id, ip_address, user_agent } = request;
  await database.pool.query({
    ...database.named(ADD),
    values: [request_id, email, user_type, tenant_slug, correlation_id, ip_address, user_agent],
  });
}

/** @param database connected as the worker role */
export function claimResetRequests(database: Database, most: number): Promise<ResetRequest[]> {
  return database.query<ResetRequest>(CLAIM, [most]);
}

/** @param database connected as the worker role */
export async function deleteResetRequest(database: Database, requestId: string): Promise<void> {
  await database.query(DONE, [requestId]);
}
