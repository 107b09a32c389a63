import { type BulkUsersResult, userBulkRoutes } from '@psa/contracts-identity';
import { answerWith } from '@psa/http-kit';
import { handlers } from '../../../identity-app.ts';
import { bulkCreateUsers, bulkDeactivateUsers, type BulkOutcome } from './user-bulk.actions.ts';
import { toUser } from '../user/user.view.ts';

export const userBulkHandlers = handlers(userBulkRoutes, {
  bulkCreateUsers: async ({ db, ports, principal, body }) => {
    const outcome = await bulkCreateUsers(db, ports, principal, body);
    const { dry_run } = body.options;
    const data = toResult(outcome, dry_run, ({ email, username, user_type }) => ({ email, username, user_type }), body.users);
    return dry_run ? answerWith(200, { data }) : { data };
  },

  bulkDeactivateUsers: async ({ db, principal, body }) => {
    const outcome = await bulkDeactivateUsers(db, principal, body.user_ids, body.deactivate);
    return { data: toResult(outcome, false, (user_id) => ({ user_id }), body.user_ids) };
  },
});

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
