import { describe } from '@jest/globals';
import { derivedTests } from '@psa/test-kit/derived';
import { clientsService } from './clients-service.ts';
import { everyFixture, everyRoute } from './testing/every-route.ts';
import { fakes } from './testing/fakes.ts';

describe('every route of the clients service', () => {
  derivedTests(clientsService, everyRoute, everyFixture, { ports: fakes });
});
