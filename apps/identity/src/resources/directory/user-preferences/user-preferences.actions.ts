import { invalidField } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import type { Db } from '../../../identity-app.ts';
import { requireUser, userScopeOf } from '../user/user-scope.access.ts';
import { lockUser } from '../user/user.records.ts';
import { deletePreferences, preferenceBytes, putPreferences } from './user-preferences.records.ts';

/** What all preferences of a user may take together. */
const MOST_BYTES = 64 * 1024;
const MOST_PREFERENCES = 500;

/** Sets the members that are given, and removes those that are null. @throws NOT_FOUND, VALIDATION_ERROR when they become too large */
export function setPreferences(db: Db, principal: Principal, userId: string, given: Readonly<Record<string, unknown>>): Promise<void> {
  return db.transaction(async (tx) => {
    requireUser(await lockUser(tx, userId, userScopeOf(principal)));
    const entries = Object.entries(given);
    await deletePreferences(
      tx,
      userId,
      entries.filter(([, value]) => value === null).map(([name]) => name),
    );
    await putPreferences(
      tx,
      userId,
      entries.filter(([, value]) => value !== null),
    );
    const { bytes, count } = await preferenceBytes(tx, userId);
    if (bytes > MOST_BYTES) throw invalidField([], `all preferences of a user have ${MOST_BYTES} bytes at most`, 'too_big');
    if (count > MOST_PREFERENCES) throw invalidField([], `a user has ${MOST_PREFERENCES} preferences at most`, 'too_big');
  });
}
