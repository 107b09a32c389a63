import { notFound } from '@psa/contract-kit';
import { assetSummaryRoutes } from '@psa/contracts-assets';
import { handlers } from '../../assets-app.ts';
import { assetHref, partLinks } from '../asset/asset-links.view.ts';
import { findAsset } from '../asset/asset.records.ts';
import { warrantyDaysRemaining, warrantyStatus } from '../asset/asset.rules.ts';
import { findDeviceOfAsset } from '../rmm/rmm-device.records.ts';
import { hiddenChannels } from '../ticket-link/ticket-link.access.ts';
import { countOpenTickets } from '../ticket-link/ticket-link.records.ts';
import { healthOf, securityOf } from './asset-summary.rules.ts';

export const assetSummaryHandlers = handlers(assetSummaryRoutes, {
  getAssetSummary: async ({ db, ports, principal, params: { id } }) => {
    const hidden = await hiddenChannels(db, ports, principal);
    const [asset, device, open_tickets_count] = await Promise.all([
      findAsset(db, id),
      findDeviceOfAsset(db, id),
      countOpenTickets(db, id, hidden),
    ]);
    if (asset === undefined) throw notFound('Asset');
    const now = Date.now();
    return {
      data: {
        ...healthOf(device, now),
        ...securityOf(asset.asset_type, asset.extension_data),
        warranty_status: warrantyStatus(asset.warranty_end_date, now),
        warranty_days_remaining: warrantyDaysRemaining(asset.warranty_end_date, now),
        open_tickets_count,
      },
      _links: { ...partLinks(id, 'summary'), rmmData: { href: assetHref(id, 'rmm') }, software: { href: assetHref(id, 'software') } },
    };
  },
});
