import { createHash } from 'node:crypto';
import type { Database } from '@psa/postgres-kit';
import { forgetAttempts, decrementAttempts, takeAttempts } from './sign-in-attempt.records.ts';

/** Attempts that may fail within the window before none is looked at any more. */
export const SIGN_IN_LIMITS = {
  /** Of one account from one address: a person who has forgotten their password. */
  pair: 5,
  /** From one address: an office behind one. */
  address: 30,
  /** Of one account from anywhere: guessing spread over many addresses. */
  account: 50,
} as const;

const WINDOW_SECONDS = 15 * 60;

type Kind = keyof typeof SIGN_IN_LIMITS;

/** An attempt that was let through and counted; it is no failure yet. */
export interface Attempt {
  /** The password, or what was asked for beside it, was not wrong: the attempt is not counted, the pair's failures are forgotten when all is well. */
  release(succeeded: boolean): Promise<void>;
}

/**
 * Counts an attempt to sign in before it is looked at, so that of many at the same moment, at whatever replica, no more pass than may
 * fail. What is not given back stays counted until the window ends.
 * @param account what the caller says who they are; whether there is such an account makes no difference
 * @returns undefined when there were too many
 */
export async function admitAttempt(database: Database, account: string, address: string | null): Promise<Attempt | undefined> {
  const from = network(address ?? 'unknown');
  const subjects: Record<Kind, string> = {
    pair: subject('pair', account, from),
    address: subject('address', from),
    account: subject('account', account),
  };
  const kinds = Object.keys(subjects) as Kind[];
  const attempts = await takeAttempts(database, Object.values(subjects), WINDOW_SECONDS);
  if (kinds.some((kind) => (attempts.get(subjects[kind]) ?? 0) > SIGN_IN_LIMITS[kind])) {
    // Not looked at, so not counted: one account that is tried again and again does not use up its whole office's attempts.
    await decrementAttempts(database, Object.values(subjects));
    return undefined;
  }
  return {
    async release(succeeded) {
      await decrementAttempts(database, Object.values(subjects));
      if (succeeded) await forgetAttempts(database, subjects.pair);
    },
  };
}

/** Neither addresses of people nor those of their computers are kept. */
function subject(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}

/** One subscriber has a whole /64 of IPv6 addresses: they count as one. */
function network(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::', 2);
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
