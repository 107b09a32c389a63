import { ApiError } from '@psa/contract-kit';
import { type BulkUsersResult, CreateUser, userBulkRoutes } from '@psa/contracts-identity';
import { answerWith, parseItem, type RequestInfo } from '@psa/http-kit';
import { handlers } from '../../../identity-app.ts';
import { bulkCreateUsers, bulkDeactivateUsers, type BulkOutcome } from './user-bulk.actions.ts';
import { toUser } from '../user/user.view.ts';

export const userBulkHandlers = handlers(userBulkRoutes, {
  bulkCreateUsers: async ({ db, ports, principal, body, request }) => {
    const users = body.users.map((user) => wellFormed(user, request));
    const outcome = await bulkCreateUsers(db, ports, principal, users, body.options);
    const { dry_run } = body.options;
    const data = toResult(outcome, dry_run, identifying, body.users);
    return dry_run ? answerWith(200, { data }) : { data };
  },

  bulkDeactivateUsers: async ({ db, principal, body }) => {
    const outcome = await bulkDeactivateUsers(db, principal, body.user_ids, body.deactivate);
    return { data: toResult(outcome, false, (user_id) => ({ user_id }), body.user_ids) };
  },
});

/** The user, or what is wrong with it as it was sent. */
function wellFormed(user: unknown, request: RequestInfo): CreateUser | ApiError {
  try {
    return parseItem(CreateUser, user, request);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** What tells the caller which user of the request is meant, as far as it was sent. */
function identifying(user: unknown): Record<string, string> {
  const sent = Object.entries(Object(user) as Record<string, unknown>).filter(
    (member): member is [string, string] => ['email', 'username', 'user_type'].includes(member[0]) && typeof member[1] === 'string',
  );
  return Object.fromEntries(sent);
}

function toResult<Item>(
  { done, failures }: BulkOutcome,
  dry_run: boolean,
  told: (item: Item) => Record<string, unknown>,
  items: readonly Item[],
): BulkUsersResult {
  return {
    total_processed: items.length,
    successful: done.length,
    failed: failures.length,
    errors: failures.map(({ index, error: { code, message, details } }) => ({
      index,
      error: message,
      code,
      ...(details === undefined ? {} : { details }),
      data: told(items[index] as Item),
    })),
    results: done.map((row) => toUser(row)),
    dry_run,
  };
}
