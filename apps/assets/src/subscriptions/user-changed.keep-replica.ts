import { identityEvents } from '@psa/contracts-identity';
import { forgetCopy, keepCopy, subscription } from '@psa/events-kit';
import type { Ports } from '../assets-app.ts';
import { userCopy, userReplica } from '../replicas/user-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps the names that maintenance history is shown with. */
export const keepUserReplica = subscription<Tables, Ports>(
  'assets-user-replica',
  keepCopy(identityEvents.userCreated, userReplica, userCopy),
  keepCopy(identityEvents.userUpdated, userReplica, userCopy),
  forgetCopy(identityEvents.userDeleted, userReplica),
);
