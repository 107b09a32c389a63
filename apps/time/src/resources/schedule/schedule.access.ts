import { ApiError } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import type { ScheduleRow } from './schedule.records.ts';

type Caller = Pick<Principal, 'userId' | 'permissions'>;
type Place = Pick<ScheduleRow, 'created_by' | 'assignees'>;

/** Whether an entry is the caller's: they made it, or are the only one on it. */
export function isOwn({ created_by, assignees }: Place, { userId }: Caller): boolean {
  return created_by === userId || (assignees.length === 1 && assignees[0]!.user_id === userId);
}

/** Whether the caller is on an entry or made it. */
export function isInvolved({ created_by, assignees }: Place, { userId }: Caller): boolean {
  return created_by === userId || assignees.some(({ user_id }) => user_id === userId);
}

/** Whether the caller may see that an entry is there: it is theirs, or they see the dispatch of others. */
export function mayBeListed(row: Place, caller: Caller): boolean {
  return isInvolved(row, caller) || caller.permissions.has('technician_dispatch:read');
}

/** @throws FORBIDDEN for an entry of others without the right to see them, and for a private one of others whoever asks */
export function demandReadable(row: ScheduleRow, caller: Caller): void {
  if (!mayBeListed(row, caller) || (row.is_private && !isInvolved(row, caller)))
    throw new ApiError('FORBIDDEN', "The schedule entry is somebody else's");
}

/**
 * Whether the caller may write an entry and put these people on it.
 * @throws FORBIDDEN unless it is their own and nobody else comes onto it, or they dispatch others
 */
export function demandWritable(
  row: ScheduleRow | undefined,
  userIds: readonly string[],
  caller: Caller,
  action: 'create' | 'update' | 'delete',
): void {
  if (row !== undefined) demandReadable(row, caller);
  if (caller.permissions.has(`technician_dispatch:${action}`)) return;
  const already = new Set(row?.assignees.map(({ user_id }) => user_id));
  if (row !== undefined && !isOwn(row, caller)) throw new ApiError('FORBIDDEN', "The schedule entry is somebody else's");
  if (userIds.some((userId) => userId !== caller.userId && !already.has(userId)))
    throw new ApiError('FORBIDDEN', 'Putting others on a schedule takes technician_dispatch');
}
