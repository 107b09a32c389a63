import {
  callbackRoutes,
  connectRoutes,
  messageRoutes,
  outboundRoutes,
  providerRoutes,
  pushRoutes,
  templateRoutes,
} from '@psa/contracts-email';
import { messageFixtures } from './message.fixtures.ts';
import { outboundFixtures, templateFixtures } from './outbound.fixtures.ts';
import { connectFixtures, providerFixtures, pushFixtures } from './provider.fixtures.ts';

/** All routes of the service. */
export const everyRoute = {
  ...providerRoutes,
  ...connectRoutes,
  ...callbackRoutes,
  ...pushRoutes,
  ...messageRoutes,
  ...outboundRoutes,
  ...templateRoutes,
};

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...providerFixtures,
  ...connectFixtures,
  ...pushFixtures,
  ...messageFixtures,
  ...outboundFixtures,
  ...templateFixtures,
};
