import { ApiError } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import type { Db, Ports } from '../../time-app.ts';

/** Whose rows a caller may see: everybody's, or those of these users. */
export type WhoseTime = 'everybody' | readonly string[];

type Caller = Pick<Principal, 'userId' | 'permissions'>;

/**
 * Whose time a caller may see: everybody's with `timesheet:read_all`, else their own and that of people they manage. Call it
 * outside of a transaction: identity is asked.
 * @param only the one user whose rows are wanted; nobody is asked about the caller themselves
 */
export async function whoseTime(db: Db, { directory }: Ports, caller: Caller, only?: string): Promise<WhoseTime> {
  if (caller.permissions.has('timesheet:read_all')) return 'everybody';
  if (only === caller.userId) return [caller.userId];
  return [caller.userId, ...(await directory.managedUsers(db.context, caller.userId))];
}

/** Whether rows of a user are among those the caller may see. */
export function mayBeSeen(whose: WhoseTime, userId: string): boolean {
  return whose === 'everybody' || whose.includes(userId);
}

/**
 * Whether a caller may decide on somebody's time or act for them: with `timesheet:approve`, of people they manage, or of everybody
 * with `timesheet:read_all`. Of their own by nothing of this.
 */
export async function mayActFor(
  db: Db,
  ports: Ports,
  caller: Caller,
  userId: string,
  askWhose: () => Promise<WhoseTime> = () => whoseTime(db, ports, caller),
): Promise<boolean> {
  return caller.permissions.has('timesheet:approve') && mayBeSeen(await askWhose(), userId);
}

/** @throws FORBIDDEN unless it is the caller's own or they may act for its owner */
export async function demandOwnerOrActing(db: Db, ports: Ports, caller: Caller, userId: string, what: string): Promise<void> {
  await actingFor(db, ports, caller)(userId, what);
}

/** @throws FORBIDDEN unless the caller is the owner or may act for them */
export type DemandActing = (userId: string, what: string) => Promise<void>;

/** {@link demandOwnerOrActing} for several owners. It calls identity once at most, and not for what the caller owns. */
export function actingFor(db: Db, ports: Ports, caller: Caller): DemandActing {
  let whose: Promise<WhoseTime> | undefined;
  const askOnce = () => (whose ??= whoseTime(db, ports, caller));
  return async (userId, what) => {
    if (caller.userId === userId || (await mayActFor(db, ports, caller, userId, askOnce))) return;
    throw new ApiError('FORBIDDEN', `The ${what} is somebody else's`);
  };
}
