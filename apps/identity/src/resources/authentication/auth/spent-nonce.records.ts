import { type Database, deleteInBatches } from '@psa/postgres-kit';

/*
 * The global table `spent_nonces`: what was good for one attempt to sign in, whoever made it, and has been used. It belongs to no
 * tenant, because none is known yet.
 */

const SPEND = `insert into spent_nonces (nonce, expires_at) values ($1, now() + make_interval(secs => $2)) on conflict do nothing returning nonce`;

/**
 * Uses a nonce up; of several at the same moment, at whatever replica, one succeeds.
 * @param seconds for which it would have been good
 */
export async function consumeNonce(database: Database, nonce: string, seconds: number): Promise<boolean> {
  return (await database.query(SPEND, [nonce, seconds + 60])).length === 1;
}

/** Removes what is refused for its age by now. */
export async function deleteEndedNonces(workerDatabase: Database): Promise<void> {
  await deleteInBatches(workerDatabase, { table: 'spent_nonces', key: ['nonce'], where: 'expires_at <= now()' });
}
