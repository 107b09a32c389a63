import { type Mailbox, MailboxError, type MessageSummary } from '../../ports/mailbox.ts';
import { ByteBudget } from '../mail/byte-budget.ts';

const MIB = 1024 * 1024;
/** Larger mails are noted without their bytes. */
export const MAX_RAW_BYTES = 30 * MIB;
/** Up to here a mail is fetched without asking how large it is. */
const SMALL_BYTES = MIB;
/** A mail that is being fetched is in memory several times: in the pieces it comes in, as it was encoded, and as it is. */
const COPIES = 3;
/** Sizes that providers announce are estimates. */
const MARGIN = 1.25;
/** All mails that one process is fetching, copies included. */
const budget = new ByteBudget(96 * MIB);

/** A mail that is in its mailbox and cannot be stored. */
export interface WithoutBytes {
  readonly reason: 'raw_mime_over_max_bytes' | 'fetch_failed';
  readonly summary: MessageSummary | null;
  readonly error: string | null;
}

/**
 * Fetches a mail and stores it while there is room for it in memory.
 * @param store given null when the mail is gone
 * @throws MailboxError
 */
export async function fetchMail<T>(
  mailbox: Mailbox,
  externalId: string,
  store: (mail: Buffer | WithoutBytes | null) => Promise<T>,
): Promise<T> {
  const small = await budget.run(SMALL_BYTES * COPIES, async () => {
    const raw = await unlessTooLarge(mailbox.fetch(externalId, SMALL_BYTES));
    return raw === 'too_large' ? undefined : { result: await store(raw) };
  });
  if (small !== undefined) return small.result;
  const summary = await describe(mailbox, externalId);
  const tooLarge = { reason: 'raw_mime_over_max_bytes', summary, error: null } as const;
  const size = Math.min(MAX_RAW_BYTES, (summary?.size ?? MAX_RAW_BYTES) * MARGIN);
  return budget.run(size * COPIES, async () => {
    const raw = await unlessTooLarge(mailbox.fetch(externalId, MAX_RAW_BYTES));
    return store(raw === 'too_large' ? tooLarge : raw);
  });
}

/** What is known of a mail that its mailbox does not hand out. */
export async function describeUnfetched(mailbox: Mailbox, externalId: string, error: string): Promise<WithoutBytes> {
  return { reason: 'fetch_failed', summary: await describe(mailbox, externalId), error };
}

/** @returns null when nothing is known */
async function describe(mailbox: Mailbox, externalId: string): Promise<MessageSummary | null> {
  try {
    return await mailbox.describe(externalId);
  } catch (error) {
    if (error instanceof MailboxError) return null;
    throw error;
  }
}

async function unlessTooLarge(fetching: Promise<Buffer | null>): Promise<Buffer | null | 'too_large'> {
  try {
    return await fetching;
  } catch (error) {
    if (error instanceof MailboxError && error.fault === 'too_large') return 'too_large';
    throw error;
  }
}
