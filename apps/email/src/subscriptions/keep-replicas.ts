import { contactEvents } from '@psa/contracts-clients';
import { identityEvents } from '@psa/contracts-identity';
import { forgetCopy, keepCopy, on, subscription } from '@psa/events-kit';
import type { Ports } from '../email-app.ts';
import { contactCopy, contactReplica, keepTenant, userCopy, userReplica } from '../replicas/people.ts';
import type { Tables } from '../tables.ts';

/** Keeps who may write: senders are matched without asking another service. */
export const keepContactReplica = subscription<Tables, Ports>(
  'email-contact-replica',
  keepCopy(contactEvents.created, contactReplica, contactCopy),
  keepCopy(contactEvents.updated, contactReplica, contactCopy),
  forgetCopy(contactEvents.deleted, contactReplica),
  forgetCopy(contactEvents.merged, contactReplica),
);

/** Keeps who belongs to the staff, and which tenants are served. */
export const keepIdentityReplicas = subscription<Tables, Ports>(
  'email-identity-replicas',
  keepCopy(identityEvents.userCreated, userReplica, userCopy),
  keepCopy(identityEvents.userUpdated, userReplica, userCopy),
  forgetCopy(identityEvents.userDeleted, userReplica),
  on(identityEvents.tenantCreated, (tx, { data, aggregateversion: version }) =>
    keepTenant(tx, { name: data.name, is_suspended: false, version }),
  ),
  on(identityEvents.tenantSuspended, (tx, { aggregateversion: version }) => keepTenant(tx, { is_suspended: true, version })),
  on(identityEvents.tenantResumed, (tx, { aggregateversion: version }) => keepTenant(tx, { is_suspended: false, version })),
);
