import {
  clientContractLineRoutes,
  contractLineRoutes,
  contractRoutes,
  serviceRoutes,
  serviceTypeRoutes,
  taxRateRoutes,
} from '@psa/contracts-billing';
import { clientContractLineFixtures, contractFixtures, contractLineFixtures } from './contract.fixtures.ts';
import { serviceTypeFixtures } from './service-type.fixtures.ts';
import { taxRateFixtures } from './tax-rate.fixtures.ts';
import { serviceFixtures } from './service.fixtures.ts';

/** All routes of the service. */
export const everyRoute = {
  ...serviceTypeRoutes,
  ...taxRateRoutes,
  ...serviceRoutes,
  ...contractLineRoutes,
  ...contractRoutes,
  ...clientContractLineRoutes,
};

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...serviceTypeFixtures,
  ...taxRateFixtures,
  ...serviceFixtures,
  ...contractLineFixtures,
  ...contractFixtures,
  ...clientContractLineFixtures,
};
