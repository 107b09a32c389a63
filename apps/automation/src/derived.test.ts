import { describe } from '@jest/globals';
import { derivedTests } from '@psa/test-kit/derived';
import { automationService } from './automation-service.ts';
import { everyFixture, everyRoute } from './testing/every-route.ts';
import { fakes, testSettings } from './testing/fakes.ts';

describe('every route of the automation service', () => {
  derivedTests(automationService, everyRoute, everyFixture, { ports: fakes, settings: testSettings });
});
