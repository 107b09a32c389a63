import { type AnyService, defineService } from '@psa/service-kit';
import type { AssetsApp } from './assets-app.ts';
import { migrations } from './migrations/index.ts';
import { clientDirectory } from './requests/client-directory.ts';
import { assetHandlers } from './resources/asset/asset.handlers.ts';
import { keepClientReplica } from './subscriptions/client-changed.keep-replica.ts';

/** Assets with their documents, maintenance, relationships, software and remote monitoring. */
export const assetsService: AnyService = defineService<AssetsApp>({
  name: 'assets',
  migrations,
  routes: [...assetHandlers],
  subscriptions: [keepClientReplica],
  ports: ({ broker }) => ({ clients: clientDirectory(broker) }),
});
