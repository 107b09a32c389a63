import type { Asset, AssetDetails, AssetType } from '@psa/contracts-assets';
import type { AssetRow } from './asset.records.ts';
import { maintenanceStatus, warrantyStatus } from './asset.rules.ts';

/** Where links lead: an accident of the first version, served as an alias of /api/v1/assets. */
export const ASSETS_HREF = '/api/v2/assets';

/** Links of the collection. */
export const collectionLinks = {
  self: { href: ASSETS_HREF, method: 'GET' },
  create: { href: ASSETS_HREF, method: 'POST' },
  search: { href: `${ASSETS_HREF}/search`, method: 'GET' },
  export: { href: `${ASSETS_HREF}/export`, method: 'GET' },
  stats: { href: `${ASSETS_HREF}/stats`, method: 'GET' },
};

function linksOf(assetId: string) {
  const self = `${ASSETS_HREF}/${assetId}`;
  return {
    self: { href: self, method: 'GET' },
    edit: { href: self, method: 'PUT' },
    delete: { href: self, method: 'DELETE' },
    list: { href: ASSETS_HREF, method: 'GET' },
    documents: { href: `${self}/documents`, method: 'GET' },
    maintenance: { href: `${self}/maintenance`, method: 'GET' },
    history: { href: `${self}/history`, method: 'GET' },
  };
}

/** A row as lists show it. */
export function toAsset(row: AssetRow, now = Date.now()): Asset {
  return {
    asset_id: row.asset_id,
    client_id: row.client_id,
    asset_type: row.asset_type as AssetType,
    asset_tag: row.asset_tag,
    name: row.name,
    status: row.status,
    location_id: row.location_id,
    location: row.location,
    serial_number: row.serial_number,
    purchase_date: row.purchase_date,
    warranty_end_date: row.warranty_end_date,
    client_name: row.client_name,
    warranty_status: warrantyStatus(row.warranty_end_date, now),
    extension_data: row.extension_data,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    tenant: row.tenant,
    _links: linksOf(row.asset_id),
  };
}

export type AssetBelongings = Pick<AssetDetails, 'relationships' | 'documents' | 'maintenance_schedules'>;

export const nothingBelongs: AssetBelongings = { relationships: [], documents: [], maintenance_schedules: [] };

/** One asset with what belongs to it. */
export function toAssetDetails(row: AssetRow, belongings: AssetBelongings, now = Date.now()): AssetDetails {
  return { ...toAsset(row, now), maintenance_status: maintenanceStatus(belongings.maintenance_schedules, now), ...belongings };
}
