import { type Database, deleteInBatches } from '@psa/postgres-kit';

/*
 * The global table `sign_in_attempts`: an account that somebody tries may be nobody's, so the counts belong to no tenant. Subjects
 * are digests. Rows are taken in the order of their subjects, so that attempts at the same moment wait for each other and never in a circle.
 */

const TAKE = `insert into sign_in_attempts as counted (subject, attempts, window_ends_at)
  values (unnest($1::text[]), 1, now() + make_interval(secs => $2))
  on conflict (subject) do update set
    attempts = case when excluded.window_ends_at - counted.window_ends_at >= make_interval(secs => $2) then 1 else counted.attempts + 1 end,
    window_ends_at = case when excluded.window_ends_at - counted.window_ends_at >= make_interval(secs => $2) then excluded.window_ends_at else counted.window_ends_at end
  returning subject, attempts`;
const GIVE_BACK = `update sign_in_attempts set attempts = attempts - 1 from (
    select subject from sign_in_attempts where subject = any($1) and attempts > 0 order by subject for update) as taken
  where sign_in_attempts.subject = taken.subject`;
const FORGET = 'delete from sign_in_attempts where subject = $1';

/** Counts one attempt of each subject. @returns how many there are now, by subject */
export async function takeAttempts(database: Database, subjects: readonly string[], windowSeconds: number): Promise<Map<string, number>> {
  const { rows } = await database.pool.query<{ subject: string; attempts: number }>({
    ...database.named(TAKE),
    values: [subjects.toSorted(), windowSeconds],
  });
  return new Map(rows.map(({ subject, attempts }) => [subject, attempts]));
}

export async function decrementAttempts(database: Database, subjects: readonly string[]): Promise<void> {
  await database.pool.query({ ...database.named(GIVE_BACK), values: [subjects] });
}

export async function forgetAttempts(database: Database, subject: string): Promise<void> {
  await database.pool.query({ ...database.named(FORGET), values: [subject] });
}

/** Removes counts whose window is over. */
export async function deleteEndedAttempts(workerDatabase: Database): Promise<void> {
  await deleteInBatches(workerDatabase, {
    table: 'sign_in_attempts',
    key: ['subject'],
    where: 'window_ends_at <= now()',
    orderBy: 'window_ends_at',
  });
}
