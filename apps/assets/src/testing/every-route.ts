import { syncFixtures } from '@psa/test-kit/derived';
import {
  assetChangeRoutes,
  assetDocumentRoutes,
  assetNotesRoutes,
  assetRoutes,
  assetSyncRoutes,
  assetSoftwareRoutes,
  assetSummaryRoutes,
  assetTicketRoutes,
  documentRoutes,
  maintenanceRoutes,
  relationshipRoutes,
  rmmIntegrationRoutes,
  rmmRoutes,
  softwareRoutes,
  ticketAssetRoutes,
} from '@psa/contracts-assets';
import { assetNotesFixtures } from './asset-notes.fixtures.ts';
import { assetSummaryFixtures } from './asset-summary.fixtures.ts';
import { assetFixtures } from './asset.fixtures.ts';
import { assetDocumentFixtures, documentFixtures } from './document.fixtures.ts';
import { assetChangeFixtures, maintenanceFixtures } from './maintenance.fixtures.ts';
import { relationshipFixtures } from './relationship.fixtures.ts';
import { rmmFixtures } from './rmm.fixtures.ts';
import { softwareFixtures } from './software.fixtures.ts';
import { ticketLinkFixtures } from './ticket-link.fixtures.ts';

/** All routes of the service. */
export const everyRoute = {
  ...assetRoutes,
  ...assetSyncRoutes,
  ...assetChangeRoutes,
  ...assetDocumentRoutes,
  ...documentRoutes,
  ...maintenanceRoutes,
  ...relationshipRoutes,
  ...assetTicketRoutes,
  ...ticketAssetRoutes,
  ...assetNotesRoutes,
  ...assetSummaryRoutes,
  ...assetSoftwareRoutes,
  ...softwareRoutes,
  ...rmmRoutes,
  ...rmmIntegrationRoutes,
};

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...syncFixtures(assetSyncRoutes, assetFixtures),
  ...assetFixtures,
  ...assetChangeFixtures,
  ...assetDocumentFixtures,
  ...documentFixtures,
  ...maintenanceFixtures,
  ...relationshipFixtures,
  ...ticketLinkFixtures,
  ...assetNotesFixtures,
  ...assetSummaryFixtures,
  ...softwareFixtures,
  ...rmmFixtures,
};
