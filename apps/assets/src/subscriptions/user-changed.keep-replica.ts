import { identityEvents } from '@psa/contracts-identity';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../assets-app.ts';
import { userCopy, userReplica } from '../replicas/user-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps the names that maintenance history is shown with. */
export const keepUserReplica = subscription<Tables, Ports>(
  'assets-user-replica',
  on(identityEvents.userCreated, (tx, { data, aggregateversion: version }) => userReplica.keep(tx, userCopy(data), version)),
  on(identityEvents.userUpdated, (tx, { data, aggregateversion: version }) => userReplica.keep(tx, userCopy(data), version)),
  on(identityEvents.userDeleted, (tx, { data, aggregateversion: version }) => userReplica.forget(tx, data, version)),
);
