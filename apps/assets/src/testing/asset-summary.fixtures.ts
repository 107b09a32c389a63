import type { assetSummaryRoutes } from '@psa/contracts-assets';
import type { Fixture } from '@psa/test-kit/derived';
import { onAsset } from './asset.fixtures.ts';

export const assetSummaryFixtures: { readonly [K in keyof typeof assetSummaryRoutes]: Fixture } = { getAssetSummary: onAsset };
