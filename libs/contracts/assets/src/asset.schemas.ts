import {
  DateBound,
  dateUntil,
  externalIdFilter,
  Id,
  Instant,
  Links,
  listQuery,
  QueryBoolean,
  queryInteger,
  queryList,
  rowVersion,
  shownExternalIds,
  Timestamp,
  writableExternalIds,
} from '@psa/contract-kit';
import { z } from 'zod';
import { MaintenanceSchedule } from './maintenance.schemas.ts';
import { DocumentAssociation } from './asset-document.schemas.ts';
import { AssetRelationship } from './relationship.schemas.ts';

export const AssetType = z
  .enum(['workstation', 'network_device', 'server', 'mobile_device', 'printer', 'unknown'])
  .meta({ id: 'AssetType' });
export type AssetType = z.infer<typeof AssetType>;

export const WarrantyStatus = z.enum(['no_warranty', 'expired', 'expiring_soon', 'active']).meta({ id: 'WarrantyStatus' });
export type WarrantyStatus = z.infer<typeof WarrantyStatus>;

export const MaintenanceStatus = z.enum(['none', 'scheduled', 'due', 'overdue']).meta({ id: 'MaintenanceStatus' });
export type MaintenanceStatus = z.infer<typeof MaintenanceStatus>;

const ExtensionData = z.record(z.string(), z.unknown());

/** A row of the asset list. */
export const Asset = z
  .object({
    asset_id: Id.describe('Identifies the asset'),
    ...shownExternalIds,
    ...rowVersion,
    client_id: Id.describe('Client that owns the asset'),
    asset_type: AssetType.describe('Kind of device; decides the members of extension_data'),
    asset_tag: z.string().describe('Inventory tag'),
    name: z.string().describe('Name'),
    status: z.string().describe('Free-form status, such as active or retired'),
    location_id: Id.nullable().describe('Location of the client where the asset stands'),
    location: z.string().nullable().describe('Free-form place'),
    serial_number: z.string().nullable().describe('Serial number of the maker'),
    purchase_date: Timestamp.nullable().describe('When it was bought'),
    warranty_end_date: Timestamp.nullable().describe('When the warranty ends'),
    client_name: z.string().nullable().describe('Name of the client'),
    warranty_status: WarrantyStatus.describe('Computed from warranty_end_date; expiring_soon within 30 days'),
    extension_data: ExtensionData.nullable().describe('Data of the asset type'),
    created_at: Timestamp.describe('When the asset was created'),
    updated_at: Timestamp.describe('When the asset was last changed'),
    tenant: Id.describe('Tenant of the caller'),
    _links: Links,
  })
  .meta({ id: 'Asset' });
export type Asset = z.infer<typeof Asset>;

/** One asset with what belongs to it. */
export const AssetDetails = Asset.extend({
  maintenance_status: MaintenanceStatus.describe('Whether maintenance is due; overdue after 7 days'),
  relationships: z.array(AssetRelationship).describe('Related assets'),
  documents: z.array(DocumentAssociation).describe('Associated documents; none for a caller who may not read documents'),
  maintenance_schedules: z.array(MaintenanceSchedule).describe('Maintenance schedules'),
}).meta({ id: 'AssetDetails' });
export type AssetDetails = z.infer<typeof AssetDetails>;

const writable = {
  ...writableExternalIds,
  client_id: Id.describe('Client that owns the asset'),
  asset_type: AssetType.describe('Kind of device'),
  asset_tag: z.string().trim().min(1).max(255).describe('Inventory tag'),
  name: z.string().trim().min(1).max(255).describe('Name'),
  status: z.string().trim().min(1).max(100).describe('Free-form status'),
  location_id: Id.nullish().describe('Active location of the client; null clears it'),
  location: z.string().max(255).nullish().describe('Free-form place'),
  serial_number: z.string().max(255).nullish().describe('Serial number of the maker'),
  purchase_date: Instant.nullish().describe('When it was bought'),
  warranty_end_date: Instant.nullish().describe('When the warranty ends'),
  extension_data: ExtensionData.nullish().describe('Data of the asset type; merged over what is there'),
};

export const CreateAsset = z.object(writable).meta({ id: 'CreateAsset' });
export type CreateAsset = z.infer<typeof CreateAsset>;

export const UpdateAsset = z.object(writable).partial().meta({ id: 'UpdateAsset' });
export type UpdateAsset = z.infer<typeof UpdateAsset>;

export const BulkUpdateAssets = z
  .object({
    assets: z
      .array(z.object({ asset_id: Id, data: UpdateAsset }))
      .min(1)
      .max(50),
  })
  .meta({ id: 'BulkUpdateAssets' });

export const BulkAssetStatus = z
  .object({
    asset_ids: z.array(Id).min(1).max(50),
    status: writable.status,
  })
  .meta({ id: 'BulkAssetStatus' });

export const BulkAssets = z
  .object({ data: z.array(Asset), message: z.string().describe('How many were changed') })
  .meta({ id: 'BulkAssets' });

export const assetSortColumns = [
  'created_at',
  'updated_at',
  'name',
  'asset_tag',
  'asset_type',
  'status',
  'client_name',
  'location',
  'serial_number',
  'purchase_date',
  'warranty_end_date',
] as const;

export const assetFilters = {
  is_active: QueryBoolean.optional().describe(
    'true: in use at an active client; false: retired, disposed or inactive, or of an inactive client',
  ),
  maintenance_due: QueryBoolean.optional().describe('true: an active schedule is due now'),
  tags: queryList(z.string().trim().toLowerCase().max(50)).optional().describe('Assets with any of these tags, separated by commas'),
  asset_tag: z.string().max(255).optional().describe('Part of the tag'),
  name: z.string().max(255).optional().describe('Part of the name'),
  client_id: Id.optional().describe('Client that owns the asset'),
  location_id: Id.optional().describe('Location of the client'),
  asset_type: AssetType.optional().describe('Kind of device'),
  status: z.string().max(100).optional().describe('Exact status'),
  location: z.string().max(255).optional().describe('Part of the free-form place'),
  client_name: z.string().max(255).optional().describe("Part of the client's name"),
  has_warranty: QueryBoolean.optional().describe('true: a warranty end date is set'),
  warranty_expired: QueryBoolean.optional().describe('true: the warranty has ended; false: it has not, or there is none'),
  purchase_date_from: DateBound.optional().describe('Bought at or after'),
  purchase_date_to: dateUntil('Bought at or before'),
  warranty_end_from: DateBound.optional().describe('Warranty ends at or after'),
  warranty_end_to: dateUntil('Warranty ends at or before'),
};

export const AssetListQuery = listQuery({
  sort: assetSortColumns,
  defaultSort: 'created_at',
  filters: { ...assetFilters, ...externalIdFilter },
});
export type AssetListQuery = z.infer<typeof AssetListQuery>;

const AssetSelection = {
  asset_types: queryList(AssetType).optional().describe('Any of these kinds'),
  statuses: queryList(z.string().max(100)).optional().describe('Any of these statuses'),
  client_ids: queryList(Id).optional().describe('Any of these clients'),
};

export const AssetSearchQuery = z.object({
  query: z.string().trim().min(1).max(255).describe('Text to look for, whatever its case'),
  fields: queryList(z.enum(['asset_tag', 'name', 'serial_number', 'location', 'client_name']))
    .optional()
    .describe('Where to look; asset_tag, name, serial_number and location when absent'),
  include_extension_data: QueryBoolean.optional().describe('true: look into the values of the extension data as well'),
  limit: queryInteger({ min: 1, max: 100, default: 25 }).describe('Rows at most'),
  ...AssetSelection,
});
export type AssetSearchQuery = z.infer<typeof AssetSearchQuery>;

export const assetExportColumns = [
  'asset_id',
  'asset_tag',
  'name',
  'asset_type',
  'status',
  'client_id',
  'client_name',
  'location_id',
  'location',
  'serial_number',
  'purchase_date',
  'warranty_end_date',
  'warranty_status',
  'created_at',
  'updated_at',
] as const;

export const AssetExportQuery = z.object({
  format: z.enum(['csv', 'json']).default('csv').describe('csv: an attachment; json: the success envelope'),
  fields: queryList(z.enum(assetExportColumns)).optional().describe('Columns, in this order; all when absent'),
  ...AssetSelection,
});
export type AssetExportQuery = z.infer<typeof AssetExportQuery>;

const counts = z.record(z.string(), z.int());

export const AssetStats = z
  .object({
    total_assets: z.int(),
    assets_by_type: counts,
    assets_by_status: counts,
    assets_by_client: counts.describe('The ten clients with the most assets, by client id'),
    warranty_expiring_soon: z.int().describe('Ending within 30 days'),
    warranty_expired: z.int(),
    maintenance_due: z.int().describe('Active schedules that are due'),
    maintenance_overdue: z.int().describe('Active schedules due for more than 7 days'),
    average_asset_age_days: z.int().nullable().describe('Mean days since purchase'),
    total_asset_value: z.number().describe('Sum of the purchase prices; 0 while none is recorded'),
    assets_added_this_month: z.int().describe('Created since the first of the month, UTC'),
  })
  .meta({ id: 'AssetStats' });
export type AssetStats = z.infer<typeof AssetStats>;
