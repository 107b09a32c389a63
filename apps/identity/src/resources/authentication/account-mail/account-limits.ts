import { createHash } from 'node:crypto';
import { ApiError } from '@psa/contract-kit';
import type { Database } from '@psa/postgres-kit';
import { takeAttempts } from '../auth/sign-in-attempt.records.ts';

const WINDOW_SECONDS = 15 * 60;

/** How often within the window, over all replicas. */
const LIMITS = {
  /** Mails to one address, whoever asks. */
  address_asked: 3,
  /** Requests from one place: an office behind one address. */
  asked_from: 30,
  /** Passwords tried with links from one place: a token cannot be guessed, but each try costs a hash. */
  chosen_from: 30,
  /** Invitations of one user. */
  invited: 3,
} as const;

/** Counts something that may happen a few times only. @throws RATE_LIMITED */
export async function admit(database: Database, counted: Partial<Record<keyof typeof LIMITS, string | null>>): Promise<void> {
  const subjects = Object.entries(counted).map(([kind, what]) => [kind, digest(kind, what ?? 'unknown')] as const);
  const attempts = await takeAttempts(
    database,
    subjects.map(([, subject]) => subject),
    WINDOW_SECONDS,
  );
  if (subjects.every(([kind, subject]) => (attempts.get(subject) ?? 0) <= LIMITS[kind as keyof typeof LIMITS])) return;
  throw new ApiError('RATE_LIMITED', 'Too many requests: wait a quarter of an hour', undefined, { 'retry-after': String(WINDOW_SECONDS) });
}

/** Neither addresses of people nor those of their computers are kept. */
function digest(kind: string, what: string): string {
  return createHash('sha256').update(`account|${kind}|${what}`).digest('base64url');
}
