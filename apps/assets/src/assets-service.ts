import { assetSyncRoutes } from '@psa/contracts-assets';
import { syncedHandlers } from '@psa/http-kit';
import { blobStoreOf } from '@psa/blob-kit';
import { TenantDb } from '@psa/postgres-kit';
import { type AnyService, defineService } from '@psa/service-kit';
import { countAssetsOfTicket } from './rpc-handlers/count-assets-of-ticket.ts';
import { countOfClient } from './rpc-handlers/count-of-client.ts';
import { linkNewTicket, unlinkUnopenedTicket } from './rpc-handlers/ticket-links.ts';
import { getAssetFacts } from './rpc-handlers/get-asset-facts.ts';
import type { AssetsApp } from './assets-app.ts';
import { assetsSettings } from './assets-settings.ts';
import { remoteMonitoring } from './connectors/remote-monitoring.ts';
import { migrations } from './migrations/index.ts';
import { clientDirectory } from './rpc-clients/client-directory.ts';
import { ticketChannels } from './rpc-clients/ticket-channels.ts';
import { ticketDirectory } from './rpc-clients/ticket-directory.ts';
import { userDirectory } from './rpc-clients/user-directory.ts';
import { assetChangeHandlers } from './resources/asset-change/asset-change.handlers.ts';
import { assetDocumentHandlers } from './resources/document/asset-document/asset-document.handlers.ts';
import { assetNotesHandlers } from './resources/asset-notes/asset-notes.handlers.ts';
import { assetSummaryHandlers } from './resources/asset-summary/asset-summary.handlers.ts';
import { assetHandlers } from './resources/asset/asset.handlers.ts';
import { documentHandlers } from './resources/document/document.handlers.ts';
import { maintenanceHandlers } from './resources/maintenance/maintenance.handlers.ts';
import { relationshipHandlers } from './resources/relationship/relationship.handlers.ts';
import { rmmIntegrationHandlers } from './resources/rmm/rmm-integration/rmm-integration.handlers.ts';
import { rmmHandlers } from './resources/rmm/rmm.handlers.ts';
import { softwareHandlers } from './resources/software/software.handlers.ts';
import { ticketLinkHandlers } from './resources/ticket-link/ticket-link.handlers.ts';
import { blobSweep } from './schedules/blob-sweep.ts';
import { rmmSync } from './schedules/rmm-sync.ts';
import { warrantyScan } from './schedules/warranty-scan.ts';
import { keepClientReplica } from './subscriptions/client-changed.keep-replica.ts';
import { keepTicketReplica } from './subscriptions/ticket-changed.keep-replica.ts';
import { keepAssetTags } from './subscriptions/tag-changed.keep-tags.ts';
import { keepUserReplica } from './subscriptions/user-changed.keep-replica.ts';
import type { Tables } from './tables.ts';

/** Assets with their documents, maintenance, relationships, software and remote monitoring. */
export const assetsService: AnyService = defineService<AssetsApp, typeof assetsSettings>({
  name: 'assets',
  settings: assetsSettings,
  migrations,
  routes: [
    ...syncedHandlers(assetSyncRoutes, assetHandlers, 'assets'),
    ...assetChangeHandlers,
    ...assetDocumentHandlers,
    ...documentHandlers,
    ...maintenanceHandlers,
    ...relationshipHandlers,
    ...ticketLinkHandlers,
    ...assetNotesHandlers,
    ...assetSummaryHandlers,
    ...softwareHandlers,
    ...rmmHandlers,
    ...rmmIntegrationHandlers,
  ],
  subscriptions: [keepClientReplica, keepTicketReplica, keepUserReplica, keepAssetTags],
  rpcHandlers: [countOfClient, countAssetsOfTicket, getAssetFacts, linkNewTicket, unlinkUnopenedTicket],
  commands: { asset: { create: 'createAsset', update: 'updateAsset', delete: 'deleteAsset' } },
  queries: ['listAssets', 'getAsset'],
  schedules: [blobSweep, rmmSync, warrantyScan],
  sealed: [{ table: 'rmm_integrations', column: 'sealed_api_key', row: 'provider' }],
  ports: ({ broker, settings, database, log, secrets }) => ({
    clients: clientDirectory(broker),
    documents: blobStoreOf('assets', settings),
    tickets: ticketDirectory(broker),
    ticketChannels: ticketChannels(broker),
    users: userDirectory(broker),
    warrantyThresholds: settings.PSA_WARRANTY_THRESHOLDS_DAYS,
    asTenant: (context) => new TenantDb<Tables>(database, context),
    log,
    secrets,
    rmm: remoteMonitoring(settings),
  }),
});
