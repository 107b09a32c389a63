import { describe } from '@jest/globals';
import { derivedTests } from '@psa/test-kit/derived';
import { emailService } from './email-service.ts';
import { everyFixture, everyRoute } from './testing/every-route.ts';
import { fakes, testSettings } from './testing/fakes.ts';

describe('every route of the email service', () => {
  derivedTests(emailService, everyRoute, everyFixture, { ports: fakes, settings: testSettings });
});
