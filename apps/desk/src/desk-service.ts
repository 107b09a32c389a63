import { type AnyService, defineService } from '@psa/service-kit';
import type { DeskApp } from './desk-app.ts';
import { migrations } from './migrations/index.ts';
import { directory } from './rpc-clients/directory.ts';
import { keepClientReplica } from './subscriptions/client-changed.keep-replica.ts';
import { keepUserReplica } from './subscriptions/user-changed.keep-replica.ts';

/** Tickets, projects, categories and tags. */
export const deskService: AnyService = defineService<DeskApp>({
  name: 'desk',
  migrations,
  routes: [],
  subscriptions: [keepClientReplica, keepUserReplica],
  ports: ({ broker }) => ({ directory: directory(broker) }),
});
