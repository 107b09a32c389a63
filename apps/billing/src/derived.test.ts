import { afterAll, describe } from '@jest/globals';
import { derivedTests } from '@psa/test-kit/derived';
import { billingService } from './billing-service.ts';
import { everyFixture, everyRoute } from './testing/every-route.ts';
import { stopFakeQuickBooks } from './testing/fake-quickbooks.ts';
import { fakes } from './testing/fakes.ts';

describe('every route of the billing service', () => {
  derivedTests(billingService, everyRoute, everyFixture, { ports: fakes });
  afterAll(stopFakeQuickBooks);
});
