import { events } from '@psa/contract-kit';
import { z } from 'zod';
import { RmmSyncResult } from './rmm-integration.schemas.ts';

const Device = z.object({
  device_id: z.string(),
  provider: z.string(),
  asset_id: z.guid().nullable(),
  last_seen_at: z.string().nullable(),
});
const Sync = z.object({ provider: z.string() });

/** The key of a device is `<provider>:<the provider's id>`. */
export const rmmEvents = events('assets', {
  deviceLinked: {
    name: 'rmm_device.linked',
    version: 1,
    permission: 'asset:read',
    key: 'device_id',
    summary: 'A device of a remote-monitoring provider was linked to an asset',
    data: Device,
  },
  deviceOnline: {
    name: 'rmm_device.online',
    version: 1,
    permission: 'asset:read',
    key: 'device_id',
    summary: 'A device came back in touch',
    data: Device,
  },
  deviceOffline: {
    name: 'rmm_device.offline',
    version: 1,
    permission: 'asset:read',
    key: 'device_id',
    summary: 'A device is no longer in touch',
    data: Device,
  },
  deviceRemoved: {
    name: 'rmm_device.removed',
    version: 1,
    permission: 'asset:read',
    key: 'device_id',
    summary: 'The provider no longer has a device',
    data: Device,
  },
  configured: {
    name: 'rmm_integration.configured',
    version: 1,
    permission: 'settings:read',
    key: 'provider',
    summary: 'A remote-monitoring provider was connected, or its connection changed',
    data: Sync.extend({ changed: z.array(z.string()).describe('Members that were sent') }),
  },
  removed: {
    name: 'rmm_integration.removed',
    version: 1,
    permission: 'settings:read',
    key: 'provider',
    summary: 'A remote-monitoring provider was disconnected',
    data: Sync,
  },
  syncStarted: {
    name: 'rmm_integration.sync_started',
    version: 1,
    permission: 'settings:read',
    key: 'provider',
    summary: 'A synchronisation began',
    data: Sync.extend({ sync_type: z.string() }),
  },
  syncCompleted: {
    name: 'rmm_integration.sync_completed',
    version: 1,
    permission: 'settings:read',
    key: 'provider',
    summary: 'A synchronisation is done',
    data: Sync.extend({ result: RmmSyncResult }),
  },
  syncFailed: {
    name: 'rmm_integration.sync_failed',
    version: 1,
    permission: 'settings:read',
    key: 'provider',
    summary: 'A synchronisation failed',
    data: Sync.extend({ error: z.string() }),
  },
  actionDone: {
    name: 'rmm_action.done',
    version: 1,
    permission: 'asset:read',
    key: 'action_id',
    summary: 'Somebody acted on a device through its provider',
    data: z.object({
      action_id: z.guid(),
      asset_id: z.guid(),
      provider: z.string(),
      kind: z.string(),
      detail: z.string().nullable(),
      outcome: z.string(),
      requested_by: z.string(),
    }),
  },
});
