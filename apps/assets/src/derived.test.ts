import { describe } from '@jest/globals';
import { derivedTests } from '@psa/test-kit/derived';
import { assetsService } from './assets-service.ts';
import { everyFixture, everyRoute } from './testing/every-route.ts';
import { enterpriseSettings, fakes } from './testing/fakes.ts';

describe('every route of the assets service', () => {
  derivedTests(assetsService, everyRoute, everyFixture, { ports: fakes, settings: enterpriseSettings });
});
