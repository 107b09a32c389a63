import { describe } from '@jest/globals';
import { derivedTests } from '@psa/test-kit/derived';
import { timeService } from './time-service.ts';
import { everyFixture, everyRoute } from './testing/every-route.ts';
import { fakes } from './testing/fakes.ts';

describe('every route of the time service', () => {
  derivedTests(timeService, everyRoute, everyFixture, { ports: fakes });
});
