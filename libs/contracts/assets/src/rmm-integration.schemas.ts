import { Id, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

export const RmmSyncStatus = z.enum(['pending', 'syncing', 'completed', 'error']).meta({ id: 'RmmSyncStatus' });
export type RmmSyncStatus = z.infer<typeof RmmSyncStatus>;

const count = z.int();
const SyncType = z.enum(['full', 'incremental']);

export const RmmSyncResult = z
  .object({
    sync_type: SyncType.describe('How much was looked at'),
    devices: count.describe('Devices the provider told of'),
    created: count.describe('Assets made for devices'),
    linked: count.describe('Assets found by their serial number'),
    updated: count.describe('Assets whose data changed'),
    unassigned: count.describe('Devices without an asset: none fits, and no client is known for a new one'),
    removed: count.describe('Devices the provider no longer has'),
    failed: count.describe('Devices that could not be taken over'),
  })
  .meta({ id: 'RmmSyncResult' });
export type RmmSyncResult = z.infer<typeof RmmSyncResult>;

const settings = {
  sync_interval_minutes: z.int().min(15).max(1440).describe('Minutes from one synchronisation to the next'),
  create_assets: z.boolean().describe('Whether a device without an asset gets a new one'),
  clients: z
    .record(z.string().max(200), Id)
    .refine((map) => Object.keys(map).length <= 1000, 'must have at most 1000 members')
    .describe("Client of each of the provider's clients, by the provider's id; others are found by their exact name"),
};

export const RmmIntegrationSettings = z.object(settings).meta({ id: 'RmmIntegrationSettings' });
export type RmmIntegrationSettings = z.infer<typeof RmmIntegrationSettings>;

export const defaultRmmSettings: RmmIntegrationSettings = { sync_interval_minutes: 60, create_assets: true, clients: {} };

export const RmmIntegration = z
  .object({
    provider: z.string().describe('Id of the provider'),
    name: z.string().describe('Name of the provider'),
    capabilities: z.array(z.string()).describe('What the connector can do'),
    is_configured: z.boolean().describe('Whether the tenant has connected it'),
    instance_url: z.string().nullable().describe("Address of the provider's API"),
    has_api_key: z.boolean().describe('The key itself is never shown'),
    is_active: z.boolean().describe('Whether it is synchronised, and actions are passed on'),
    settings: RmmIntegrationSettings.describe('How devices become assets'),
    sync_status: RmmSyncStatus.describe('pending before the first synchronisation'),
    last_sync_at: Timestamp.nullable().describe('When devices were last fetched completely'),
    last_error: z.string().nullable().describe('Why the last synchronisation failed'),
    last_result: RmmSyncResult.nullable().describe('What the last complete synchronisation did'),
    created_at: Timestamp.nullable().describe('When it was connected'),
    updated_at: Timestamp.nullable().describe('When the connection was last changed'),
  })
  .meta({ id: 'RmmIntegration' });
export type RmmIntegration = z.infer<typeof RmmIntegration>;

export const SaveRmmIntegration = z
  .object({
    instance_url: z
      .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
      .max(500)
      .describe("Address of the provider's API: https, and publicly reachable unless the operator allows the host"),
    api_key: z.string().trim().min(1).max(1000).optional().describe('Needed the first time; kept when absent'),
    is_active: z.boolean().optional().describe('true when absent the first time, kept afterwards'),
    settings: z.object(settings).partial().optional().describe('Members that are absent are kept'),
  })
  .meta({ id: 'SaveRmmIntegration' });
export type SaveRmmIntegration = z.infer<typeof SaveRmmIntegration>;

export const StartRmmSync = z
  .object({
    syncType: SyncType.default('incremental').describe(
      'full: every device with its hardware and software; incremental: what the list of devices says',
    ),
  })
  .meta({ id: 'StartRmmSync' });
export type StartRmmSync = z.infer<typeof StartRmmSync>;

export const RmmScope = z
  .object({
    external_scope_id: z.string().describe("The provider's id of its client"),
    name: z.string().describe('Name of that client'),
    client_id: Id.nullable().describe('Client its devices belong to; null when none is known'),
  })
  .meta({ id: 'RmmScope' });
export type RmmScope = z.infer<typeof RmmScope>;
