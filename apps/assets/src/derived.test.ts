import { describe } from '@jest/globals';
import { assetChangeRoutes, assetDocumentRoutes, assetRoutes, documentRoutes, maintenanceRoutes, relationshipRoutes } from '@psa/contracts-assets';
import { derivedTests } from '@psa/test-kit/derived';
import { assetsService } from './assets-service.ts';
import { assetFixtures } from './testing/asset.fixtures.ts';
import { assetDocumentFixtures, documentFixtures } from './testing/document.fixtures.ts';
import { assetChangeFixtures, maintenanceFixtures } from './testing/maintenance.fixtures.ts';
import { relationshipFixtures } from './testing/relationship.fixtures.ts';
import { standIns } from './testing/stand-ins.ts';

describe('every route of the assets service', () => {
  derivedTests(
    assetsService,
    { ...assetRoutes, ...assetChangeRoutes, ...assetDocumentRoutes, ...documentRoutes, ...maintenanceRoutes, ...relationshipRoutes },
    { ...assetFixtures, ...assetChangeFixtures, ...assetDocumentFixtures, ...documentFixtures, ...maintenanceFixtures, ...relationshipFixtures },
    { ports: standIns },
  );
});
