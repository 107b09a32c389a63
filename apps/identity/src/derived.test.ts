import { describe } from '@jest/globals';
import { derivedTests } from '@psa/test-kit/derived';
import { identityService } from './identity-service.ts';
import { UNREACHABLE_PROVIDERS } from './testing/account-page.fixtures.ts';
import { WEBHOOK_SECRET } from './testing/account.fixtures.ts';
import { FakeClientDirectory } from './testing/fake-client-directory.ts';
import { everyFixture, everyRoute } from './testing/every-route.ts';
import { settle } from './testing/make.ts';
import { idleTeamWork } from './testing/team-work.ts';

describe('every route of the identity service', () => {
  // Without its worker mails wait: one that is taken would look like a change made by the request.
  derivedTests({ ...identityService, workers: [] }, everyRoute, everyFixture, {
    settings: { PSA_OAUTH_PROVIDERS: UNREACHABLE_PROVIDERS },
    ports: { teamWork: idleTeamWork, clients: new FakeClientDirectory(), webhookSecret: WEBHOOK_SECRET },
    settle: ({ service, caller }) => settle(service, caller),
  });
});
