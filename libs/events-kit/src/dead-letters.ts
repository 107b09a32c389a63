import { ApiError } from '@psa/contract-kit';
import type { Database } from '@psa/postgres-kit';
import { UNKNOWN_TYPE } from './message.ts';

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
  on conflict (tenant, consumer, event_id) do update set error = excluded.error, attempts = excluded.attempts, failed_at = excluded.failed_at`;

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

/** Types of events that a consumer keeps until a version runs which knows them. */
export async function listWaitingTypes(database: Database, consumer: string): Promise<string[]> {
  const rows = await database.query<{ error: string }>(
    'select distinct error from dead_letters where consumer = $1 and starts_with(error, $2)',
    [consumer, UNKNOWN_TYPE],
  );
  return rows.map(({ error }) => error.slice(UNKNOWN_TYPE.length));
}

interface LettersOfConsumer {
  readonly consumer: string;
  /** Only those that wait for a version which knows this type of event. */
  readonly type?: string | undefined;
  readonly after: DeadLetter | undefined;
  readonly until: string;
  readonly limit: number;
}

/** The database's time, by which letters are dated. */
export async function readNow(database: Database): Promise<string> {
  const [row] = await database.query<{ now: string }>('select now() as now');
  return row?.now ?? new Date().toISOString();
}

/** Oldest first, after the letter named and not younger than `until`. @param limit rows at most */
export async function listLettersOfConsumer(
  database: Database,
  { consumer, type, after, until, limit }: LettersOfConsumer,
): Promise<DeadLetter[]> {
  return database.query<DeadLetter>(
    `select * from dead_letters where consumer = $1 and ($2::text is null or error = $2)
      and ($3::timestamptz is null or (failed_at, event_id) > ($3, $4::uuid)) and failed_at <= $5 order by failed_at, event_id limit $6`,
    [consumer, type === undefined ? null : `${UNKNOWN_TYPE}${type}`, after?.failed_at ?? null, after?.event_id ?? null, until, limit],
  );
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
  await deleteDeadLetter(database, consumer, eventId);
}

/** Whether it is still there or not. */
export async function deleteDeadLetter(database: Database, consumer: string, eventId: string): Promise<void> {
  await database.query('delete from dead_letters where consumer = $1 and event_id = $2', [consumer, eventId]);
}
