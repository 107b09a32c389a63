import { identityEvents } from '@psa/contracts-identity';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../clients-app.ts';
import { userCopy, userReplica } from '../replicas/user-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps the names that account managers are shown with. */
export const keepUserReplica = subscription<Tables, Ports>(
  'clients-user-replica',
  on(identityEvents.userCreated, (tx, { data, aggregateversion }) => userReplica.keep(tx, userCopy(data), aggregateversion)),
  on(identityEvents.userUpdated, (tx, { data, aggregateversion }) => userReplica.keep(tx, userCopy(data), aggregateversion)),
  on(identityEvents.userDeleted, (tx, { data, aggregateversion }) => userReplica.forget(tx, data, aggregateversion)),
);
