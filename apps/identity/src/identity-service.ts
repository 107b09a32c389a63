import { type AnyService, defineService } from '@psa/service-kit';
import { answerAuthenticateApiKey } from './answers/authenticate-api-key.ts';
import { operatorAnswers } from './answers/operator.ts';
import type { IdentityApp } from './identity-app.ts';
import { identitySettings } from './identity-settings.ts';
import { migrations } from './migrations/index.ts';
import { apiKeyValidationHandlers } from './resources/api-key/api-key-validation.handlers.ts';
import { apiKeyHandlers } from './resources/api-key/api-key.handlers.ts';
import { auditHandlers } from './resources/audit/audit.handlers.ts';
import { createAuth } from './resources/sign-in/auth.ts';
import { noSecondFactor } from './resources/sign-in/second-factor.ts';
import { retireApiKeys } from './schedules/retire-api-keys.ts';
import { syncAccessCatalogue } from './schedules/sync-access-catalogue.ts';

/** Tenants, users, roles and permissions, and the credentials that stand for them. */
export const identityService: AnyService = defineService<IdentityApp, typeof identitySettings>({
  name: 'identity',
  settings: identitySettings,
  migrations,
  routes: [...apiKeyHandlers, ...apiKeyValidationHandlers, ...auditHandlers],
  answers: [answerAuthenticateApiKey, ...operatorAnswers],
  schedules: [syncAccessCatalogue, retireApiKeys],
  ports: ({ database, log, settings }) => ({ database, log, auth: createAuth(settings), secondFactor: noSecondFactor, providers: [] }),
});
