import { directoryRpc } from '@psa/contracts-identity';
import { callRpc, type Broker } from '@psa/events-kit';
import type { Roles } from '../ports/roles.ts';

/** How long an answer is good. */
const CACHED_MS = 5_000;
const MAX_CACHED = 10_000;
/** Roles that are asked for in one call. */
const MAX_ROLES = 1_000;

/** Asks the identity service, about one person once in a few seconds. */
export function roles(broker: Broker, now: () => number = Date.now): Roles {
  const cached = new Map<string, { readonly until: number; readonly ids: Promise<readonly string[]> }>();
  return {
    rolesOf({ tenant, actor, correlationId }, userId) {
      const key = `${tenant} ${userId}`;
      const known = cached.get(key);
      if (known !== undefined && known.until > now()) return known.ids;
      const ids = callRpc(broker, directoryRpc.listUserRoles, { user_id: userId }, { tenant, actor, correlationId }).then(
        ({ role_ids }) => role_ids,
      );
      if (cached.size >= MAX_CACHED) cached.clear();
      cached.set(key, { until: now() + CACHED_MS, ids });
      ids.catch(() => cached.delete(key));
      return ids;
    },
    async unknownOf({ tenant, actor, correlationId }, roleIds) {
      const unknown: string[] = [];
      for (let start = 0; start < roleIds.length; start += MAX_ROLES) {
        const role_ids = roleIds.slice(start, start + MAX_ROLES);
        const known = await callRpc(broker, directoryRpc.listKnownRoles, { role_ids }, { tenant, actor, correlationId });
        unknown.push(...role_ids.filter((id) => !known.role_ids.includes(id)));
      }
      return unknown;
    },
  };
}
