import type { Db } from '../../email-app.ts';
import { awaitedIds } from '../message/awaited-mail.records.ts';
import { messageReference } from '../message/match-ticket.records.ts';
import { findReferences, type InboundRecord, isAwaited } from '../message/message.records.ts';
import { findProvider, type ProviderRecord } from '../provider/provider.records.ts';

/** How often a mail is looked at again while the mail it answers is not processed, which wakes it: more than an hour in all. */
const MAX_WAITS = 1_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
/** The same while that mail is not even stored: 13 seconds in all, which a round of the mailbox that a crash met takes. */
const MAX_STORE_WAITS = 6;

/** Milliseconds until a mail is looked at again that was put off so often. */
export const waitMs = (waits: number) => Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(waits, 10));

/** Whether one of the mails that this one answers is still on its way: beside it, this one would open a second ticket. */
export async function comesBeforeOriginal(db: Db, row: InboundRecord, answered: readonly string[], waits: number): Promise<boolean> {
  if (answered.length === 0 || waits >= MAX_WAITS) return false;
  if (await isAwaited(db, row.message_id, answered)) return true;
  if (waits >= MAX_STORE_WAITS || row.provider_id === null) return false;
  const provider = await findProvider(db, row.provider_id);
  return provider !== undefined && isRoundUnderWay(provider, row);
}

/** Whether a mail that was put off has nothing to go on with yet. */
export async function isStillEarly(db: Db, row: InboundRecord, waits: number): Promise<boolean> {
  const awaited = await awaitedIds(db, row.message_id);
  // Looked for first: a mail that is processed between the two questions is found by the second one.
  const isEarly = await comesBeforeOriginal(db, row, awaited, waits);
  return isEarly && (await findReferences(db, awaited.map(messageReference))).size === 0;
}

/** Whether the round that brought a mail goes on, or broke off and begins anew: mails of a page are stored beside each other. */
function isRoundUnderWay({ lease_until, last_sync_at }: ProviderRecord, { received_at }: InboundRecord): boolean {
  return lease_until !== null && (last_sync_at === null || Date.parse(last_sync_at) < Date.parse(received_at));
}
