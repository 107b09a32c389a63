import { identityEvents } from '@psa/contracts-identity';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../assets-app.ts';
import { forgetUser, fullName, keepUser } from '../replicas/user-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps the names that maintenance history is shown with. */
export const keepUserReplica = subscription<Tables, Ports>(
  'assets-user-replica',
  on(identityEvents.userCreated, (tx, { data, aggregateversion: version }) =>
    keepUser(tx, { user_id: data.user_id, user_name: fullName(data), version }),
  ),
  on(identityEvents.userUpdated, (tx, { data, aggregateversion: version }) =>
    keepUser(tx, { user_id: data.user_id, user_name: fullName(data), version }),
  ),
  on(identityEvents.userDeleted, (tx, { data, aggregateversion: version }) => forgetUser(tx, data.user_id, version)),
);
