import { describe } from '@jest/globals';
import { clientLocationRoutes, clientRoutes } from '@psa/contracts-clients';
import { derivedTests } from '@psa/test-kit/derived';
import { clientsService } from './clients-service.ts';
import { clientFixtures, clientLocationFixtures } from './testing/client.fixtures.ts';
import { standIns } from './testing/stand-ins.ts';

describe('every route of the clients service', () => {
  derivedTests(clientsService, { ...clientRoutes, ...clientLocationRoutes }, { ...clientFixtures, ...clientLocationFixtures }, { ports: standIns });
});
