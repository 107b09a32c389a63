import { directoryRpc } from '@psa/contracts-identity';
import { callRpc, type Broker } from '@psa/events-kit';
import type { RuleAuthors } from '../ports/rule-authors.ts';

/** How long an answer is good: so long a rule may go on after its author lost a permission. */
const CACHED_MS = 5_000;
const MAX_CACHED = 10_000;

interface Cached {
  readonly until: number;
  readonly permissions: Promise<ReadonlySet<string> | null>;
}

/** Asks the identity service, about one person once in a few seconds. */
export function ruleAuthors(broker: Broker, now: () => number = Date.now): RuleAuthors {
  const cached = new Map<string, Cached>();
  return {
    permissionsOf({ tenant, actor, correlationId }, userId) {
      const key = `${tenant} ${userId}`;
      const known = cached.get(key);
      if (known !== undefined && known.until > now()) return known.permissions;
      const permissions = callRpc(broker, directoryRpc.getUserPermissions, { user_id: userId }, { tenant, actor, correlationId }).then(
        (answer) => answer.permissions && new Set(answer.permissions),
      );
      if (cached.size >= MAX_CACHED) cached.clear();
      cached.set(key, { until: now() + CACHED_MS, permissions });
      permissions.catch(() => cached.delete(key));
      return permissions;
    },
  };
}
