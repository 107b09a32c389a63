import type { Db, Ports } from '../../email-app.ts';
import { giveUpUnsent, releaseReceived } from './mail-erasure.records.ts';

/** Mails that are erased in one transaction: a row's lock is held until its end. */
const BATCH = 200;

export interface ErasedMail {
  readonly received: number;
  readonly unsent: number;
}

/**
 * Lets go of mail that no search for an address reaches: the bytes of mails from it, and the sealed contents of mails to it that were not sent.
 * What became of them, such as comments, stays. Again, it finds nothing.
 * @param addresses in any case
 */
export async function eraseMail(db: Db, { blobs }: Pick<Ports, 'blobs'>, addresses: readonly string[]): Promise<ErasedMail> {
  const wanted = addresses.map((address) => address.trim().toLowerCase());
  const done = { received: 0, unsent: 0 };
  for (;;) {
    const mails = await db.transaction((tx) => releaseReceived(tx, blobs, wanted, BATCH));
    done.received += mails;
    if (mails < BATCH) break;
  }
  done.unsent = await db.transaction((tx) => giveUpUnsent(tx, wanted));
  return done;
}
