import type { FeatureAccess, PermissionCheckResults } from '@psa/contracts-identity';
import type { UserAccess } from '../grant/effective-permissions.records.ts';
import { nameOf } from '../grant/grant.rules.ts';

interface Pair {
  readonly resource: string;
  readonly action: string;
}

/** Why somebody may do nothing at all; undefined when they may do what they hold. */
function obstacle(access: UserAccess | undefined): string | undefined {
  if (access === undefined) return 'There is no such user';
  return access.is_inactive ? 'The user is inactive' : undefined;
}

/**
 * Answers whether a user may do each of the things asked about, and says why.
 * @param access undefined when there is no such user
 * @param known names of those of the permissions that there are
 */
export function checkEach(
  pairs: readonly Pair[],
  access: UserAccess | undefined,
  known: ReadonlySet<string>,
): PermissionCheckResults['results'] {
  const barred = obstacle(access);
  return pairs.map(({ resource, action }) => {
    const name = nameOf({ resource, action });
    const sources = barred === undefined ? (access?.sources.filter((source) => source.name === name) ?? []) : [];
    const from = sources.map(({ role_name, team_name }) => (role_name === null ? `team ${team_name}` : `role ${role_name}`));
    const refusal = barred ?? (known.has(name) ? 'No role or team of the user holds it' : 'There is no such permission');
    return {
      resource,
      action,
      granted: sources.length > 0,
      reason: sources.length > 0 ? `Held through ${[...new Set(from)].join(', ')}` : refusal,
    };
  });
}

/** What is known of a feature when somebody wants to use it. */
export interface FeatureDemands {
  readonly is_enabled: boolean;
  readonly permissions: readonly string[];
  readonly roles: readonly { readonly role_id: string; readonly role_name: string }[];
}

/** Answers whether a user may use a feature. @param feature undefined when there is none of that name. @param had ids of the demanded roles the user has */
export function checkFeature(
  name: string,
  feature: FeatureDemands | undefined,
  access: UserAccess | undefined,
  had: ReadonlySet<string>,
): FeatureAccess {
  const held = new Set(access === undefined || access.is_inactive ? [] : access.sources.map((source) => source.name));
  const missing_permissions = (feature?.permissions ?? []).filter((permission) => !held.has(permission));
  const missing_roles = (feature?.roles ?? []).filter(({ role_id }) => !had.has(role_id)).map(({ role_name }) => role_name);
  const reason = refusalOf(feature, access) ?? (missing_permissions.length + missing_roles.length > 0 ? 'missing' : 'granted');
  return { feature_name: name, has_access: reason === 'granted', missing_permissions, missing_roles, reason };
}

function refusalOf(feature: FeatureDemands | undefined, access: UserAccess | undefined): FeatureAccess['reason'] | undefined {
  if (feature === undefined) return 'unknown_feature';
  if (!feature.is_enabled) return 'disabled';
  if (access === undefined) return 'unknown_user';
  return access.is_inactive ? 'inactive_user' : undefined;
}
