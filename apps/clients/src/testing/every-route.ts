import { syncFixtures } from '@psa/test-kit/derived';
import {
  clientContactRoutes,
  clientLocationRoutes,
  clientLocationSyncRoutes,
  clientLogoRoutes,
  clientRoutes,
  clientSyncRoutes,
  contactAvatarRoutes,
  contactRoutes,
  contactSyncRoutes,
  clientTransferRoutes,
  contactTransferRoutes,
} from '@psa/contracts-clients';
import { clientFixtures, clientLocationFixtures } from './client.fixtures.ts';
import { clientTransferFixtures, contactTransferFixtures } from './contact-transfer.fixtures.ts';
import { clientContactFixtures, contactFixtures } from './contact.fixtures.ts';
import { pictureFixtures } from './picture.fixtures.ts';

/** All routes of the service. */
export const everyRoute = {
  ...clientRoutes,
  ...clientSyncRoutes,
  ...clientLocationRoutes,
  ...clientLocationSyncRoutes,
  ...clientLogoRoutes,
  ...clientContactRoutes,
  ...contactRoutes,
  ...contactSyncRoutes,
  ...contactAvatarRoutes,
  ...contactTransferRoutes,
  ...clientTransferRoutes,
};

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...syncFixtures(contactSyncRoutes, contactFixtures),
  ...syncFixtures(clientLocationSyncRoutes, clientLocationFixtures),
  ...syncFixtures(clientSyncRoutes, clientFixtures),
  ...clientFixtures,
  ...clientLocationFixtures,
  ...clientContactFixtures,
  ...contactFixtures,
  ...pictureFixtures,
  ...contactTransferFixtures,
  ...clientTransferFixtures,
};
