import { describe } from '@jest/globals';
import {
  assetChangeRoutes, assetDocumentRoutes, assetRoutes, assetTicketRoutes, documentRoutes, maintenanceRoutes, relationshipRoutes, ticketAssetRoutes, assetNotesRoutes, assetSummaryRoutes, assetSoftwareRoutes, softwareRoutes,
} from '@psa/contracts-assets';
import { derivedTests } from '@psa/test-kit/derived';
import { assetsService } from './assets-service.ts';
import { assetFixtures } from './testing/asset.fixtures.ts';
import { assetDocumentFixtures, documentFixtures } from './testing/document.fixtures.ts';
import { assetChangeFixtures, maintenanceFixtures } from './testing/maintenance.fixtures.ts';
import { relationshipFixtures } from './testing/relationship.fixtures.ts';
import { assetNotesFixtures } from './testing/asset-notes.fixtures.ts';
import { assetSummaryFixtures } from './testing/asset-summary.fixtures.ts';
import { softwareFixtures } from './testing/software.fixtures.ts';
import { standIns } from './testing/stand-ins.ts';
import { ticketLinkFixtures } from './testing/ticket-link.fixtures.ts';

describe('every route of the assets service', () => {
  derivedTests(
    assetsService,
    {
      ...assetRoutes, ...assetChangeRoutes, ...assetDocumentRoutes, ...documentRoutes, ...maintenanceRoutes, ...relationshipRoutes,
      ...assetTicketRoutes, ...ticketAssetRoutes, ...assetNotesRoutes, ...assetSummaryRoutes, ...assetSoftwareRoutes, ...softwareRoutes,
    },
    {
      ...assetFixtures, ...assetChangeFixtures, ...assetDocumentFixtures, ...documentFixtures, ...maintenanceFixtures, ...relationshipFixtures,
      ...ticketLinkFixtures, ...assetNotesFixtures, ...assetSummaryFixtures, ...softwareFixtures,
    },
    { ports: standIns },
  );
});
