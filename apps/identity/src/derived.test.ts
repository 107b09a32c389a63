import { describe } from '@jest/globals';
import { derivedTests } from '@psa/test-kit/derived';
import { identityService } from './identity-service.ts';
import { everyFixture, everyRoute } from './testing/every-route.ts';
import { idleTeamWork } from './testing/team-work.ts';

describe('every route of the identity service', () => {
  derivedTests(identityService, everyRoute, everyFixture, { ports: { teamWork: idleTeamWork } });
});
