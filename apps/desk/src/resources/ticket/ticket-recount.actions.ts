import type { Db } from '../../desk-app.ts';
import { addToFigures } from '../figure/figure.records.ts';
import { lockRecount, missingShares, noteFirstRecount, noteRecount } from './ticket-recount.records.ts';

const HOUR_MS = 3_600_000;
/** How soon figures that were wrong are compared again. Longer than instances of a former release go on writing beside those of this one. */
const UNSETTLED_MS = HOUR_MS;
const SETTLED_MS = 24 * HOUR_MS;

/**
 * Compares the figures of a tenant's tickets with the tickets, if the time has come, and puts them right. They are settled when they were
 * right, but not the first time: a kind that is new has still to show that every instance keeps it.
 * @returns how many figures were wrong
 */
export function recountTicketsOf(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const isFirst = await noteFirstRecount(tx, now);
    if (!(await lockRecount(tx, now))) return 0;
    const missing = await missingShares(tx);
    addToFigures(tx, 'ticket', missing);
    const isSettled = missing.length === 0 && !isFirst;
    await noteRecount(tx, isSettled, new Date(now.getTime() + (isSettled ? SETTLED_MS : UNSETTLED_MS)));
    return isFirst ? 0 : missing.length;
  });
}
