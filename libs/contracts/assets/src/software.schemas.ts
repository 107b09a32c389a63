import { DateBound, Id, Links, listQuery, Pagination, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

export const SoftwareType = z.enum(['application', 'driver', 'update', 'system']).meta({ id: 'SoftwareType' });
export type SoftwareType = z.infer<typeof SoftwareType>;

/** What stands for software without a category, in filters and figures. */
export const UNCATEGORIZED = 'Uncategorized';

const category = 'Such as Browser, Productivity, Development, Security, Communication, Creative, Runtime or Driver';

export const InstalledSoftware = z
  .object({
    software_id: Id.describe('Identifies the software on this asset'),
    name: z.string().describe('Name'),
    publisher: z.string().nullable().describe('Who made it'),
    category: z.string().nullable().describe(category),
    software_type: SoftwareType.describe('What kind of software it is'),
    version: z.string().nullable().describe('Version found last'),
    install_date: Timestamp.nullable().describe('When it was installed, as the asset says'),
    size_bytes: z.int().nullable().describe('Space it takes'),
    first_seen_at: Timestamp.describe('When it was first found'),
    uninstalled_at: Timestamp.nullable().describe('When it was found to be gone'),
    is_current: z.boolean().describe('Whether it is installed now'),
    is_managed: z.boolean().describe('Whether the MSP manages it'),
    is_security_relevant: z.boolean().describe('Whether it guards the asset'),
  })
  .meta({ id: 'InstalledSoftware' });
export type InstalledSoftware = z.infer<typeof InstalledSoftware>;

/** Figures over what is installed now, whatever the filters. */
export const SoftwareSummary = z
  .object({
    total_installed: z.int().describe('Software installed now'),
    by_category: z.record(z.string(), z.int()).describe(`By category; software without one counts as ${UNCATEGORIZED}`),
    by_type: z.record(z.string(), z.int()).describe('By kind of software'),
    security_software_count: z.int().describe('Software that guards the asset'),
    managed_software_count: z.int().describe('Software the MSP manages'),
    recently_installed_count: z.int().describe('Installed within 30 days; where the asset does not say when, first found within them'),
  })
  .meta({ id: 'SoftwareSummary' });
export type SoftwareSummary = z.infer<typeof SoftwareSummary>;

export const AssetSoftware = z
  .object({
    data: z.array(InstalledSoftware),
    summary: SoftwareSummary,
    pagination: Pagination,
    _links: Links,
  })
  .meta({ id: 'AssetSoftware' });

/** Software on one of the tenant's assets. */
export const FleetSoftware = InstalledSoftware.extend({
  asset_id: Id.describe('Asset it is installed on'),
  asset_name: z.string().describe('Name of the asset'),
  asset_tag: z.string().describe('Tag of the asset'),
  client_id: Id.describe('Client that owns the asset'),
  client_name: z.string().nullable().describe('Name of the client'),
}).meta({ id: 'FleetSoftware' });
export type FleetSoftware = z.infer<typeof FleetSoftware>;

const paging = { defaultSort: 'name', defaultOrder: 'asc', limit: { default: 50, max: 200 } } as const;
const withoutDates = { created_from: true, created_to: true, updated_from: true, updated_to: true } as const;

const filters = {
  category: z.string().max(100).optional().describe(`Exact category, whatever its case; ${UNCATEGORIZED} for none`),
  software_type: SoftwareType.optional().describe('Kind of software'),
};

export const AssetSoftwareQuery = listQuery({
  sort: ['name', 'publisher', 'category', 'software_type', 'install_date', 'size_bytes', 'first_seen_at'],
  ...paging,
  filters: { ...filters, include_uninstalled: QueryBoolean.optional().describe('true: also what is no longer installed') },
}).omit(withoutDates);
export type AssetSoftwareQuery = z.infer<typeof AssetSoftwareQuery>;

export const FleetSoftwareQuery = listQuery({
  sort: ['name', 'publisher', 'version', 'asset_name', 'client_name', 'install_date', 'first_seen_at'],
  ...paging,
  filters: {
    ...filters,
    is_managed: QueryBoolean.optional().describe('Whether the MSP manages it'),
    is_security_relevant: QueryBoolean.optional().describe('Whether it guards the asset'),
    client_id: Id.optional().describe("Only on this client's assets"),
  },
}).omit(withoutDates);
export type FleetSoftwareQuery = z.infer<typeof FleetSoftwareQuery>;

export const MAX_INVENTORY = 5000;

const InventoryItem = z.object({
  name: z.string().trim().min(1).max(300).describe('Name').meta({ example: 'Example Office' }),
  publisher: z.string().trim().max(255).nullish().describe('Who made it'),
  version: z.string().trim().max(100).nullish().describe('Version'),
  category: z.string().trim().max(100).nullish().describe(`${category}; guessed from the name when absent`),
  software_type: SoftwareType.optional().describe('Guessed from the name when absent'),
  install_date: DateBound.nullish().describe('When it was installed'),
  size_bytes: z.int().min(0).nullish().describe('Space it takes'),
  is_managed: z.boolean().optional().describe('Whether the MSP manages it; false when absent'),
  is_security_relevant: z.boolean().optional().describe('Whether it guards the asset; guessed from the name when absent'),
});

export const ReplaceAssetSoftware = z
  .object({
    software: z.array(InventoryItem).max(MAX_INVENTORY).describe('All that is installed: what is missing here is no longer installed'),
  })
  .meta({ id: 'ReplaceAssetSoftware' });
export type ReplaceAssetSoftware = z.infer<typeof ReplaceAssetSoftware>;

export const ReplacedAssetSoftware = z
  .object({
    data: z.object({
      total: z.int().describe('Software installed now'),
      added: z.int().describe('Found for the first time, or again'),
      changed: z.int().describe('With another version or other data'),
      removed: z.int().describe('No longer installed'),
    }),
    _links: Links,
  })
  .meta({ id: 'ReplacedAssetSoftware' });
