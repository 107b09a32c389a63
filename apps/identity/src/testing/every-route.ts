import { syncFixtures } from '@psa/test-kit/derived';
import {
  accountPageRoutes,
  apiKeyRoutes,
  apiKeyValidationRoutes,
  auditRoutes,
  oauthRoutes,
  passkeyRoutes,
  sessionRoutes,
  signInRoutes,
  twoFactorRoutes,
} from '@psa/contracts-identity';
import {
  permissionCheckRoutes,
  permissionRoutes,
  rbacRoutes,
  roleRoutes,
  teamHierarchyRoutes,
  teamMemberRoutes,
  teamPermissionRoutes,
  teamRoutes,
  teamWorkRoutes,
} from '@psa/contracts-identity';
import {
  invitationRoutes,
  licenceRoutes,
  passwordResetRoutes,
  passwordRoutes,
  telemetryRoutes,
  userAvatarRoutes,
  userBulkRoutes,
  userPreferencesRoutes,
  userRoleRoutes,
  userRoutes,
  userSyncRoutes,
  userTeamRoutes,
} from '@psa/contracts-identity';
import { accountPageFixtures } from './account-page.fixtures.ts';
import { accountFixtures } from './account.fixtures.ts';
import { apiKeyFixtures } from './api-key.fixtures.ts';
import { auditFixtures } from './audit.fixtures.ts';
import { oauthFixtures } from './oauth.fixtures.ts';
import { passkeyFixtures } from './passkey.fixtures.ts';
import { permissionFixtures, roleFixtures } from './role.fixtures.ts';
import { teamFixtures } from './team.fixtures.ts';
import { twoFactorFixtures } from './two-factor.fixtures.ts';
import { sessionFixtures } from './session.fixtures.ts';
import { signInFixtures } from './sign-in.fixtures.ts';
import { userFixtures } from './user.fixtures.ts';

/** All routes of the service. */
export const everyRoute = {
  ...sessionRoutes,
  ...signInRoutes,
  ...accountPageRoutes,
  ...apiKeyRoutes,
  ...apiKeyValidationRoutes,
  ...auditRoutes,
  ...twoFactorRoutes,
  ...oauthRoutes,
  ...passkeyRoutes,
  ...roleRoutes,
  ...rbacRoutes,
  ...permissionRoutes,
  ...permissionCheckRoutes,
  ...teamRoutes,
  ...teamMemberRoutes,
  ...teamHierarchyRoutes,
  ...teamPermissionRoutes,
  ...teamWorkRoutes,
  ...userRoutes,
  ...userSyncRoutes,
  ...userRoleRoutes,
  ...userTeamRoutes,
  ...userBulkRoutes,
  ...userPreferencesRoutes,
  ...userAvatarRoutes,
  ...passwordRoutes,
  ...licenceRoutes,
  ...telemetryRoutes,
  ...passwordResetRoutes,
  ...invitationRoutes,
};

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...syncFixtures(userSyncRoutes, userFixtures),
  ...sessionFixtures,
  ...signInFixtures,
  ...accountPageFixtures,
  ...apiKeyFixtures,
  ...auditFixtures,
  ...twoFactorFixtures,
  ...oauthFixtures,
  ...passkeyFixtures,
  ...roleFixtures,
  ...permissionFixtures,
  ...teamFixtures,
  ...userFixtures,
  ...accountFixtures,
};
