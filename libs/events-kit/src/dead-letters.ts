import { ApiError } from '@psa/contract-kit';
import type { Database } from '@psa/postgres-kit';

/** As whose dead letters those are kept that the broker would not take. */
export const OUTBOX = 'outbox';

/** An event a consumer could not handle, kept with its reason until an operator decides. */
export interface DeadLetter {
  tenant: string;
  consumer: string;
  event_id: string;
  subject: string;
  envelope: string;
  error: string;
  attempts: number;
  failed_at: string;
}

const KEEP = `insert into dead_letters (tenant, consumer, event_id, subject, envelope, error, attempts) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (tenant, consumer, event_id) do update set error = excluded.error, attempts = excluded.attempts, failed_at = now()`;

export async function keepDeadLetter(database: Database, letter: Omit<DeadLetter, 'failed_at'>): Promise<void> {
  const { tenant, consumer, event_id, subject, envelope, error, attempts } = letter;
  await database.query(KEEP, [tenant, consumer, event_id, subject, envelope, error.slice(0, 4000), attempts]);
}

/** Newest first. @param limit rows at most, 1 to 1000 */
export async function listDeadLetters(
  database: Database,
  filter: { tenant?: string | undefined; limit?: number | undefined },
): Promise<DeadLetter[]> {
  return database.query<DeadLetter>('select * from dead_letters where ($1::uuid is null or tenant = $1) order by failed_at desc limit $2', [
    filter.tenant ?? null,
    filter.limit ?? 100,
  ]);
}

/** @throws NOT_FOUND when there is no such letter */
export async function findDeadLetter(database: Database, consumer: string, eventId: string): Promise<DeadLetter> {
  const [letter] = await database.query<DeadLetter>('select * from dead_letters where consumer = $1 and event_id = $2', [
    consumer,
    eventId,
  ]);
  if (letter === undefined) throw new ApiError('NOT_FOUND', 'Dead letter not found');
  return letter;
}

/** @throws NOT_FOUND when there is no such letter */
export async function discardDeadLetter(database: Database, consumer: string, eventId: string): Promise<void> {
  await findDeadLetter(database, consumer, eventId);
  await database.query('delete from dead_letters where consumer = $1 and event_id = $2', [consumer, eventId]);
}
