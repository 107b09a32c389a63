import { type AnyService, defineService } from '@psa/service-kit';
import { answerAuthenticateApiKey } from './answers/authenticate-api-key.ts';
import { answerAuthenticateSession } from './answers/authenticate-session.ts';
import { operatorAnswers } from './answers/operator.ts';
import type { IdentityApp } from './identity-app.ts';
import { identitySettings } from './identity-settings.ts';
import { migrations } from './migrations/index.ts';
import { apiKeyValidationHandlers } from './resources/api-key/api-key-validation.handlers.ts';
import { apiKeyHandlers } from './resources/api-key/api-key.handlers.ts';
import { auditHandlers } from './resources/audit/audit.handlers.ts';
import { sessionHandlers } from './resources/session/session.handlers.ts';
import { createAuth } from './resources/sign-in/auth.ts';
import { signInHandlers } from './resources/sign-in/sign-in.handlers.ts';
import { DeviceTokens } from './resources/two-factor/device-tokens.ts';
import { secondFactorAtSignIn } from './resources/two-factor/second-factor-at-sign-in.ts';
import { twoFactorHandlers } from './resources/two-factor/two-factor.handlers.ts';
import { removeEndedSessions } from './schedules/remove-ended-sessions.ts';
import { retireApiKeys } from './schedules/retire-api-keys.ts';
import { syncAccessCatalogue } from './schedules/sync-access-catalogue.ts';

/** Tenants, users, roles and permissions, and the credentials that stand for them. */
export const identityService: AnyService = defineService<IdentityApp, typeof identitySettings>({
  name: 'identity',
  settings: identitySettings,
  migrations,
  routes: [...apiKeyHandlers, ...apiKeyValidationHandlers, ...auditHandlers, ...sessionHandlers, ...signInHandlers, ...twoFactorHandlers],
  answers: [answerAuthenticateApiKey, answerAuthenticateSession, ...operatorAnswers],
  schedules: [syncAccessCatalogue, retireApiKeys, removeEndedSessions],
  sealed: [{ table: 'two_factors', column: 'sealed_secret', row: 'user_id' }],
  ports: ({ database, log, settings, secrets }) => ({
    database, log, secrets, auth: createAuth(settings), providers: [],
    devices: new DeviceTokens(settings.PSA_AUTH_SECRET), secondFactor: secondFactorAtSignIn,
  }),
});
