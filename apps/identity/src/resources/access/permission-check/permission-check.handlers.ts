import { featureNames, findFeature, permissionCheckRoutes } from '@psa/contracts-identity';
import { demandPermissions, type Principal, versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../../identity-app.ts';
import { UNSET, updateFeature } from '../feature/feature.actions.ts';
import { findFeatureSetting, findFeatureSettings, findRoleNames, findRolesHad } from '../feature/feature.records.ts';
import { toFeature } from '../feature/feature.view.ts';
import { findUserAccess } from '../grant/effective-permissions.records.ts';
import { findKnownNames } from './permission-check.records.ts';
import { checkEach, checkFeature, type FeatureDemands } from './permission-check.rules.ts';

export const permissionCheckHandlers = handlers(permissionCheckRoutes, {
  checkPermissions: async ({ db, principal, body }) => {
    const userId = subjectOf(principal, body.user_id);
    const [access, known] = await Promise.all([findUserAccess(db, userId), findKnownNames(db, body.permissions)]);
    return { data: { user_id: userId, results: checkEach(body.permissions, access, known), checked_at: new Date().toISOString() } };
  },

  checkFeatureAccess: async ({ db, principal, body: { feature_name, user_id } }) => {
    const userId = subjectOf(principal, user_id);
    const [access, feature] = await Promise.all([findUserAccess(db, userId), demandsOf(db, feature_name)]);
    const had = await findRolesHad(db, userId, feature?.roles.map(({ role_id }) => role_id) ?? []);
    return { data: checkFeature(feature_name, feature, access, had) };
  },

  listFeatures: async ({ db }) => {
    const settings = new Map((await findFeatureSettings(db)).map((setting) => [setting.feature_name, setting]));
    return { data: featureNames.map((name) => toFeature(name, settings.get(name) ?? UNSET)) };
  },

  updateFeature: async ({ db, params, body, ifMatch }) => {
    const { name, setting } = await updateFeature(db, params.name, body, ifMatch);
    return versioned({ data: toFeature(name, setting) }, setting.version);
  },
});

/** Whom it is asked about. @throws FORBIDDEN when that is another and the caller may not know */
function subjectOf(principal: Principal, userId: string | undefined): string {
  if (userId !== undefined && userId !== principal.userId) demandPermissions(principal, ['permission:read']);
  return userId ?? principal.userId;
}

async function demandsOf(db: Db, name: string): Promise<FeatureDemands | undefined> {
  const feature = findFeature(name);
  if (feature === undefined) return undefined;
  const { is_enabled, required_role_ids } = (await findFeatureSetting(db, name)) ?? UNSET;
  const names = await findRoleNames(db, required_role_ids);
  const roles = required_role_ids.map((role_id) => ({ role_id, role_name: names.get(role_id) ?? role_id }));
  return { is_enabled, permissions: feature.permissions, roles };
}
