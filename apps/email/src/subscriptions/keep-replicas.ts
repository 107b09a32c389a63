import { contactEvents } from '@psa/contracts-clients';
import { identityEvents } from '@psa/contracts-identity';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../email-app.ts';
import { contactCopy, contactReplica, keepTenant, userCopy, userReplica } from '../replicas/people.ts';
import type { Tables } from '../tables.ts';

/** Keeps who may write: senders are matched without asking another service. */
export const keepContactReplica = subscription<Tables, Ports>(
  'email-contact-replica',
  on(contactEvents.created, (tx, { data, aggregateversion: version }) => contactReplica.keep(tx, contactCopy(data), version)),
  on(contactEvents.updated, (tx, { data, aggregateversion: version }) => contactReplica.keep(tx, contactCopy(data), version)),
  on(contactEvents.deleted, (tx, { data, aggregateversion: version }) => contactReplica.forget(tx, data, version)),
  on(contactEvents.merged, (tx, { data, aggregateversion: version }) => contactReplica.forget(tx, data, version)),
);

/** Keeps who belongs to the staff, and which tenants are served. */
export const keepIdentityReplicas = subscription<Tables, Ports>(
  'email-identity-replicas',
  on(identityEvents.userCreated, (tx, { data, aggregateversion: version }) => userReplica.keep(tx, userCopy(data), version)),
  on(identityEvents.userUpdated, (tx, { data, aggregateversion: version }) => userReplica.keep(tx, userCopy(data), version)),
  on(identityEvents.userDeleted, (tx, { data, aggregateversion: version }) => userReplica.forget(tx, data, version)),
  on(identityEvents.tenantCreated, (tx, { data, aggregateversion: version }) =>
    keepTenant(tx, { name: data.name, is_suspended: false, version }),
  ),
  on(identityEvents.tenantSuspended, (tx, { aggregateversion: version }) => keepTenant(tx, { is_suspended: true, version })),
  on(identityEvents.tenantResumed, (tx, { aggregateversion: version }) => keepTenant(tx, { is_suspended: false, version })),
);
