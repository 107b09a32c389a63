import { ApiError, isRefusal, type Issue } from '@psa/contract-kit';
import type { BulkCreateUsers, CreateUser } from '@psa/contracts-identity';
import type { Principal } from '@psa/http-kit';
import { ExternalIds } from '@psa/postgres-kit';
import { type Db, type Ports, tenantDb, type Tx } from '../../../identity-app.ts';
import { sendLink, sendNotice } from '../../authentication/account-mail/account-mail.actions.ts';
import { audit } from '../../audit/audit.ts';
import { requireSeat, takesSeat } from '../licence/seat.rules.ts';
import { changedAccess } from '../user/changed-access.ts';
import { requireOtherAdmin } from '../user/last-admin.rules.ts';
import { requireUser, userScopeOf } from '../user/user-scope.access.ts';
import { addUser, hashOf } from './user-creation.actions.ts';
import { findUsers, lockUser, type UserRow, type UserShown } from '../user/user.records.ts';

const externalIds = new ExternalIds('users');

/** One of many that did not go well. */
export interface BulkFailure {
  readonly index: number;
  readonly error: ApiError;
}

export interface BulkOutcome {
  readonly done: UserShown[];
  readonly failures: BulkFailure[];
}

/** Ends a transaction that was only to show what would happen. */
class DryRun extends Error {
  readonly outcome: BulkOutcome;

  constructor(outcome: BulkOutcome) {
    super('a dry run');
    this.outcome = outcome;
  }
}

/** Hashes at a time: there are no more processors for them, and each takes memory. */
const HASHES_AT_ONCE = 4;

/**
 * Creates users, each all or nothing.
 * @param users one that is malformed as what is wrong with it
 * @throws VALIDATION_ERROR with what is wrong with any of them, when skip_invalid is false
 */
export async function bulkCreateUsers(
  db: Db,
  ports: Ports,
  principal: Principal,
  users: readonly (CreateUser | ApiError)[],
  options: BulkCreateUsers['options'],
): Promise<BulkOutcome> {
  const hashes = await hashAll(ports, users);
  // A transaction of its own: one that others go on in could not be taken back.
  const scope = options.dry_run ? tenantDb(ports, db.tenant, db.context) : db;
  try {
    return await scope.transaction(async (tx) => {
      const made = await eachOf(users, (user, index) => addHashed(tx, user, hashes[index] ?? null));
      if (made.failures.length > 0 && !options.skip_invalid) throw allWrong(made.failures);
      for (const { user, hasPassword } of made.done) {
        if (!hasPassword || options.force_password_reset) await sendLink(tx, ports, user, 'invitation');
        else if (options.send_welcome_email) await sendNotice(tx, user, 'welcome');
      }
      const outcome = {
        done: await findUsers(
          tx,
          made.done.map(({ user }) => user.user_id),
        ),
        failures: made.failures,
      };
      if (options.dry_run) throw new DryRun(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.outcome;
    throw error;
  }

  async function addHashed(tx: Tx, user: CreateUser | ApiError, hash: string | null | ApiError) {
    if (user instanceof ApiError) throw user;
    if (hash instanceof ApiError) throw hash;
    // Who is to choose a password cannot sign in with the one they were given.
    const kept = options.force_password_reset ? null : hash;
    return { user: await addWithExternalIds(tx, ports, principal, user, kept), hasPassword: kept !== null };
  }
}

/** External ids are for staff, as in every other body; one that is taken undoes the user as well. */
async function addWithExternalIds(tx: Tx, ports: Ports, by: Principal, user: CreateUser, hash: string | null): Promise<UserRow> {
  const { external_ids = [], ...members } = user;
  if (external_ids.length === 0 || by.userType === 'client') return addUser(tx, ports, by, members, hash);
  return tx.attempt(async (held) => {
    const row = await addUser(held, ports, by, members, hash);
    await externalIds.add(held, row.user_id, external_ids);
    return row;
  });
}

/** Shuts users out or lets them in, each all or nothing. */
export function bulkDeactivateUsers(db: Db, principal: Principal, userIds: readonly string[], deactivate: boolean): Promise<BulkOutcome> {
  const audience = userScopeOf(principal);
  return db.transaction(async (tx) => {
    // In one order whatever order they were sent in: two such requests do not wait for each other in a circle.
    const locked = new Map<string, Awaited<ReturnType<typeof lockUser>>>();
    for (const id of [...userIds].sort()) locked.set(id, await lockUser(tx, id, audience));
    const { done, failures } = await eachOf(userIds, async (id) => {
      const user = requireUser(locked.get(id));
      if (user.is_inactive === deactivate) return user;
      if (deactivate && id === principal.userId) throw new ApiError('BAD_REQUEST', "You can't deactivate your own account");
      if (deactivate) await requireOtherAdmin(tx, id);
      else if (takesSeat({ ...user, is_inactive: false })) await requireSeat(tx);
      audit(tx, { event_type: deactivate ? 'user_deactivated' : 'user_activated', record_id: id, subject_user_id: id });
      return changedAccess(tx, user, { is_inactive: deactivate });
    });
    return {
      done: await findUsers(
        tx,
        done.map(({ user_id }) => user_id),
      ),
      failures,
    };
  });
}

/** Does the same with each of several; what is wrong with one does not keep the others. Faults of the service end it all. */
async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<{ done: Result[]; failures: BulkFailure[] }> {
  const done: Result[] = [];
  const failures: BulkFailure[] = [];
  for (const [index, item] of items.entries()) {
    try {
      done.push(await work(item, index));
    } catch (thrown) {
      if (!isRefusal(thrown)) throw thrown;
      failures.push({ index, error: thrown });
    }
  }
  return { done, failures };
}

async function hashAll(ports: Ports, users: readonly (CreateUser | ApiError)[]): Promise<(string | null | ApiError)[]> {
  const hashes: (string | null | ApiError)[] = [];
  for (let start = 0; start < users.length; start += HASHES_AT_ONCE) {
    hashes.push(
      ...(await Promise.all(
        users.slice(start, start + HASHES_AT_ONCE).map((user) =>
          user instanceof ApiError
            ? user
            : hashOf(ports, user).catch((error: unknown) => {
                if (error instanceof ApiError) return error;
                throw error;
              }),
        ),
      )),
    );
  }
  return hashes;
}

/** The faults of all of them, each with its place in the request. */
function allWrong(failures: readonly BulkFailure[]): ApiError {
  const details = failures.flatMap(({ index, error }): Issue[] => {
    if (Array.isArray(error.details))
      return (error.details as Issue[]).map((issue) => ({ ...issue, path: ['users', index, ...issue.path] }));
    return [{ code: error.code.toLowerCase(), path: ['users', index], message: error.message }];
  });
  return new ApiError('VALIDATION_ERROR', undefined, details);
}
