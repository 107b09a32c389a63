import { describe } from '@jest/globals';
import { assetRoutes, relationshipRoutes } from '@psa/contracts-assets';
import { derivedTests } from '@psa/test-kit/derived';
import { assetsService } from './assets-service.ts';
import { assetFixtures } from './testing/asset.fixtures.ts';
import { relationshipFixtures } from './testing/relationship.fixtures.ts';
import { standIns } from './testing/stand-ins.ts';

describe('every route of the assets service', () => {
  derivedTests(assetsService, { ...assetRoutes, ...relationshipRoutes }, { ...assetFixtures, ...relationshipFixtures }, { ports: standIns });
});
