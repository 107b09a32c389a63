import { notFound } from '@psa/contract-kit';
import { assetSoftwareRoutes, softwareRoutes } from '@psa/contracts-assets';
import { handlers } from '../../assets-app.ts';
import { partLinks } from '../asset/asset-links.view.ts';
import { findAsset } from '../asset/asset.records.ts';
import { replaceSoftware } from './software.actions.ts';
import { listAssetSoftware, searchSoftware } from './software.list.ts';
import { softwareSummary } from './software.records.ts';
import { toFleetSoftware, toInstalledSoftware } from './software.view.ts';

const FLEET_SEARCH = '/api/v1/software/search';

const linksOf = (assetId: string) => ({ ...partLinks(assetId, 'software'), fleetSearch: { href: FLEET_SEARCH } });

const ofAsset = handlers(assetSoftwareRoutes, {
  listAssetSoftware: async ({ db, params, query }) => {
    const [asset, { rows, pagination }, summary] = await Promise.all([
      findAsset(db, params.id),
      listAssetSoftware(db, params.id, query),
      softwareSummary(db, params.id),
    ]);
    if (asset === undefined) throw notFound('Asset');
    return { data: rows.map(toInstalledSoftware), summary, pagination, _links: linksOf(params.id) };
  },

  replaceAssetSoftware: ({ db, params, body }) =>
    db.transaction(async (tx) => {
      const outcome = await replaceSoftware(tx, params.id, body.software);
      const { total_installed: total } = await softwareSummary(tx, params.id);
      return { data: { total, ...outcome }, _links: linksOf(params.id) };
    }),
});

const ofFleet = handlers(softwareRoutes, {
  searchSoftware: async ({ db, query }) => {
    const { rows, pagination } = await searchSoftware(db, query);
    return { data: rows.map(toFleetSoftware), pagination };
  },
});

export const softwareHandlers = [...ofAsset, ...ofFleet];
