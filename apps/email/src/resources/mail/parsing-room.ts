import { ByteBudget } from './byte-budget.ts';

const MIB = 1024 * 1024;
/** Up to here the number of mails that are processed at the same time bounds what they take. */
const SMALL_BYTES = MIB;
/** A parsed mail is in memory as it came, as its files, and as what is made of it on the way. */
const COPIES = 3;
/** All larger mails that one process has parsed, copies included. */
const budget = new ByteBudget(96 * MIB);

/**
 * Works with a parsed mail once there is room for it in memory. Small mails wait for no large one.
 * @param size of the mail as it came, in bytes
 * @param work lets go of what it parsed when it ends
 */
export function withParsingRoom<T>(size: number, work: () => Promise<T>): Promise<T> {
  return size <= SMALL_BYTES ? work() : budget.run(size * COPIES, work);
}
