import { userSyncRoutes } from '@psa/contracts-identity';
import { syncedHandlers } from '@psa/http-kit';
import { type AnyService, defineService } from '@psa/service-kit';
import { authenticateApiKeyHandler } from './rpc-handlers/authenticate-api-key.ts';
import { authenticateSessionHandler } from './rpc-handlers/authenticate-session.ts';
import { countUsersOfContact } from './rpc-handlers/count-users-of-contact.ts';
import {
  getTeamFacts,
  getUserFacts,
  getUserPermissions,
  listManagedUsers,
  listKnownRoles,
  listUserRoles,
  listUsersHolding,
} from './rpc-handlers/directory.ts';
import { operatorRpcHandlers } from './rpc-handlers/operator.ts';
import type { IdentityApp } from './identity-app.ts';
import { identitySettings } from './identity-settings.ts';
import { migrations } from './migrations/index.ts';
import { clientDirectory } from './rpc-clients/client-directory.ts';
import { mailer } from './rpc-clients/mailer.ts';
import { teamWork } from './rpc-clients/team-work.ts';
import { accountPageHandlers } from './resources/authentication/account-page/account-page.handlers.ts';
import { invitationHandlers } from './resources/authentication/account-mail/invitation.handlers.ts';
import { passwordResetHandlers } from './resources/authentication/account-mail/password-reset.handlers.ts';
import { apiKeyValidationHandlers } from './resources/authentication/api-key/api-key-validation.handlers.ts';
import { apiKeyHandlers } from './resources/authentication/api-key/api-key.handlers.ts';
import { auditHandlers } from './resources/audit/audit.handlers.ts';
import { licenceHandlers } from './resources/directory/licence/licence.handlers.ts';
import { permissionCheckHandlers } from './resources/access/permission-check/permission-check.handlers.ts';
import { permissionHandlers } from './resources/access/permission/permission.handlers.ts';
import { rbacHandlers } from './resources/access/rbac/rbac.handlers.ts';
import { roleHandlers } from './resources/access/role/role.handlers.ts';
import { sessionHandlers } from './resources/authentication/session/session.handlers.ts';
import { oauthAccountHandlers } from './resources/authentication/oauth/oauth-account.handlers.ts';
import { oauthProvider } from './resources/authentication/oauth/oauth-provider.ts';
import { passkeyProvider } from './resources/authentication/passkey/passkey-provider.ts';
import { passkeyHandlers } from './resources/authentication/passkey/passkey.handlers.ts';
import { createAuth } from './resources/authentication/auth/auth.ts';
import { SealedCookies } from './resources/authentication/auth/sealed-cookies.ts';
import { signInHandlers } from './resources/authentication/sign-in/sign-in.handlers.ts';
import { teamHierarchyHandlers } from './resources/directory/team/team-hierarchy/team-hierarchy.handlers.ts';
import { teamMemberHandlers } from './resources/directory/team/team-member/team-member.handlers.ts';
import { teamPermissionHandlers } from './resources/directory/team/team-permission/team-permission.handlers.ts';
import { teamWorkHandlers } from './resources/directory/team/team-work/team-work.handlers.ts';
import { teamHandlers } from './resources/directory/team/team.handlers.ts';
import { telemetryHandlers } from './resources/audit/telemetry/telemetry.handlers.ts';
import { DeviceTokens } from './resources/authentication/trusted-device/device-tokens.ts';
import { secondFactorAtSignIn } from './resources/authentication/two-factor/second-factor-at-sign-in.ts';
import { twoFactorHandlers } from './resources/authentication/two-factor/two-factor.handlers.ts';
import { userAvatarHandlers } from './resources/directory/user-avatar/user-avatar.handlers.ts';
import { userPreferencesHandlers } from './resources/directory/user-preferences/user-preferences.handlers.ts';
import { passwordHandlers } from './resources/directory/user-lifecycle/password.handlers.ts';
import { userBulkHandlers } from './resources/directory/user-lifecycle/user-bulk.handlers.ts';
import { userRoleHandlers } from './resources/directory/user/user-role.handlers.ts';
import { userTeamHandlers } from './resources/directory/user/user-team.handlers.ts';
import { userHandlers } from './resources/directory/user-lifecycle/user.handlers.ts';
import { deleteOldAccountMails } from './schedules/delete-old-mails.ts';
import { deleteSpentNonces } from './schedules/delete-spent-nonces.ts';
import { removeEndedSessions } from './schedules/remove-ended-sessions.ts';
import { retireApiKeys } from './schedules/retire-api-keys.ts';
import { syncAccessCatalogue } from './schedules/sync-access-catalogue.ts';
import { auditSubscriptions } from './subscriptions/security-changed.audit.ts';
import { keepContactReplica } from './subscriptions/contact-changed.keep-replica.ts';
import { checkPassword } from './resources/authentication/password/password-hash.ts';
import { sendAccountMailWorker } from './workers/send-account-mail.ts';

/** Tenants, users, roles and permissions, and the credentials that stand for them. */
export const identityService: AnyService = defineService<IdentityApp, typeof identitySettings>({
  name: 'identity',
  settings: identitySettings,
  migrations,
  routes: [
    ...apiKeyHandlers,
    ...apiKeyValidationHandlers,
    ...auditHandlers,
    ...sessionHandlers,
    ...signInHandlers,
    ...accountPageHandlers,
    ...twoFactorHandlers,
    ...oauthAccountHandlers,
    ...passkeyHandlers,
    ...roleHandlers,
    ...permissionHandlers,
    ...permissionCheckHandlers,
    ...rbacHandlers,
    ...teamHandlers,
    ...teamMemberHandlers,
    ...teamHierarchyHandlers,
    ...teamPermissionHandlers,
    ...teamWorkHandlers,
    ...syncedHandlers(userSyncRoutes, userHandlers, 'users'),
    ...userRoleHandlers,
    ...userTeamHandlers,
    ...userBulkHandlers,
    ...userPreferencesHandlers,
    ...userAvatarHandlers,
    ...passwordHandlers,
    ...licenceHandlers,
    ...telemetryHandlers,
    ...passwordResetHandlers,
    ...invitationHandlers,
  ],
  subscriptions: [keepContactReplica, ...auditSubscriptions],
  rpcHandlers: [
    authenticateApiKeyHandler,
    authenticateSessionHandler,
    countUsersOfContact,
    getUserFacts,
    getUserPermissions,
    listUsersHolding,
    listManagedUsers,
    listKnownRoles,
    listUserRoles,
    getTeamFacts,
    ...operatorRpcHandlers,
  ],
  schedules: [syncAccessCatalogue, retireApiKeys, removeEndedSessions, deleteSpentNonces, deleteOldAccountMails],
  workers: [sendAccountMailWorker],
  sealed: [
    { table: 'two_factors', column: 'sealed_secret', row: 'user_id' },
    { table: 'oauth_accounts', column: 'sealed_tokens', row: 'oauth_account_id' },
    { table: 'account_mails', column: 'sealed_secret', row: 'mail_id' },
  ],
  ports: ({ broker, database, log, settings, secrets }) => ({
    database,
    log,
    secrets,
    auth: createAuth(settings),
    providers: [...settings.PSA_OAUTH_PROVIDERS.map((provider) => oauthProvider(provider, settings.PSA_AUTH_SECRET)), passkeyProvider],
    sealedCookies: new SealedCookies(settings.PSA_AUTH_SECRET),
    devices: new DeviceTokens(settings.PSA_AUTH_SECRET),
    checkPassword,
    secondFactor: secondFactorAtSignIn,
    teamWork: teamWork(broker),
    clients: clientDirectory(broker),
    mailer: mailer(broker),
    passwordComposition: settings.PSA_PASSWORD_COMPOSITION,
    webhookSecret: settings.PSA_WEBHOOK_SECRET,
    usageStats: settings.PSA_USAGE_STATS,
  }),
});
