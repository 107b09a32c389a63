import { ApiError } from '@psa/contract-kit';
import type { ConnectorDescription, RmmConnector, RmmConnectors } from '../ports/rmm-connector.ts';

const description: ConnectorDescription = { id: 'none', name: 'None', capabilities: [], configSchema: [] };

export const COMMUNITY_MESSAGE = 'Remote monitoring is part of the enterprise edition';

const refuse = async (): Promise<never> => {
  throw new ApiError('FORBIDDEN', COMMUNITY_MESSAGE);
};
const nothing = async () => ({ items: [], nextCursor: null });

/** Remote monitoring as the community edition has it: nothing to see, and nothing that can be done. */
export const nullConnector: RmmConnector = {
  describe: () => description,
  testConnection: refuse,
  listScopes: nothing,
  listDevices: nothing,
  getDevice: async () => null,
  listAlerts: async () => [],
  resetAlert: refuse,
  runAction: refuse,
  getJob: async () => null,
  remoteControlUrl: async () => null,
  verifyWebhook: () => false,
  normalizeEvent: () => null,
};

export const communityConnectors: RmmConnectors = { edition: 'community', offered: [], assertAddress: () => {}, open: () => nullConnector };
