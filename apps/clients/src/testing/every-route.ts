import {
  clientContactRoutes,
  clientLocationRoutes,
  clientLogoRoutes,
  clientRoutes,
  contactAvatarRoutes,
  contactRoutes,
  contactTransferRoutes,
} from '@psa/contracts-clients';
import { clientFixtures, clientLocationFixtures } from './client.fixtures.ts';
import { contactTransferFixtures } from './contact-transfer.fixtures.ts';
import { clientContactFixtures, contactFixtures } from './contact.fixtures.ts';
import { pictureFixtures } from './picture.fixtures.ts';

/** All routes of the service. */
export const everyRoute = {
  ...clientRoutes,
  ...clientLocationRoutes,
  ...clientLogoRoutes,
  ...clientContactRoutes,
  ...contactRoutes,
  ...contactAvatarRoutes,
  ...contactTransferRoutes,
};

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...clientFixtures,
  ...clientLocationFixtures,
  ...clientContactFixtures,
  ...contactFixtures,
  ...pictureFixtures,
  ...contactTransferFixtures,
};
