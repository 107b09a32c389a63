import { describe } from '@jest/globals';
import { apiKeyRoutes, apiKeyValidationRoutes } from '@psa/contracts-identity';
import { derivedTests } from '@psa/test-kit/derived';
import { identityService } from './identity-service.ts';
import { apiKeyFixtures } from './testing/api-key.fixtures.ts';

describe('every route of the identity service', () => {
  derivedTests(identityService, { ...apiKeyRoutes, ...apiKeyValidationRoutes }, { ...apiKeyFixtures });
});
