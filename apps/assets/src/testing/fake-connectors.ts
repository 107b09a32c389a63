import type { Device, DeviceFacts, RmmConnector, RmmConnectors } from '../ports/rmm-connector.ts';

const nothingKnown: DeviceFacts = {
  os_type: null,
  os_version: null,
  agent_version: null,
  current_user: null,
  last_reboot_at: null,
  lan_ip: null,
  wan_ip: null,
  cpu_model: null,
  cpu_utilization_percent: null,
  memory_total_gb: null,
  memory_used_gb: null,
  memory_utilization_percent: null,
  storage: [],
  antivirus_status: null,
  antivirus_product: null,
  pending_patches: null,
  failed_patches: null,
  last_patch_scan_at: null,
};

/** A device as a connector tells of it. */
function aDevice(given: Partial<Omit<Device, 'extension'>> & { extension?: Partial<DeviceFacts> } = {}): Device {
  return {
    externalDeviceId: 'device-1',
    externalScopeId: '7',
    scopeName: 'Acme',
    lifecycle: 'active',
    assetType: 'workstation',
    displayName: 'FRONT-DESK',
    serialNumber: 'PF-123',
    agentStatus: 'online',
    lastSeenAt: '2026-11-20T09:15:00.000Z',
    software: null,
    ...given,
    extension: { ...nothingKnown, ...given.extension },
  };
}

/** One provider whose servers need no network: each has the one device whose serial number is the key it is called with. */
export const fakeConnectors: RmmConnectors = {
  edition: 'enterprise',
  offered: [
    { id: 'tacticalrmm', name: 'Tactical RMM', capabilities: ['deviceSync', 'remoteActions'], configSchema: ['instanceUrl', 'apiKey'] },
  ],
  assertAddress: () => {},
  open: (_, { apiKey }) => fakeConnector(aDevice({ externalDeviceId: apiKey, serialNumber: apiKey, software: [{ name: 'Agent' }] })),
};

function fakeConnector(device: Device): RmmConnector {
  return {
    describe: () => fakeConnectors.offered[0] as (typeof fakeConnectors.offered)[0],
    testConnection: async () => {},
    listScopes: async () => ({ items: [{ externalScopeId: '7', name: 'Acme' }], nextCursor: null }),
    listDevices: async () => ({ items: [device], nextCursor: null }),
    getDevice: async (id) => (id === device.externalDeviceId ? device : null),
    listAlerts: async () => [],
    resetAlert: async () => {},
    runAction: async () => ({ jobId: null, message: 'Done' }),
    getJob: async () => null,
    remoteControlUrl: async () => ({ url: 'https://control.example.com/', expiresAt: null }),
    verifyWebhook: () => false,
    normalizeEvent: () => null,
  };
}
