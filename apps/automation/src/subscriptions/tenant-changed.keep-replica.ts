import { identityEvents } from '@psa/contracts-identity';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../automation-app.ts';
import { keepTenant, setTenantSuspended } from '../replicas/tenant-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps the names that public addresses call tenants by. */
export const keepTenantReplica = subscription<Tables, Ports>(
  'automation-tenant-replica',
  on(identityEvents.tenantCreated, (tx, { data, aggregateversion }) => keepTenant(tx, data.slug, aggregateversion)),
  on(identityEvents.tenantSuspended, (tx, { aggregateversion }) => setTenantSuspended(tx, true, aggregateversion)),
  on(identityEvents.tenantResumed, (tx, { aggregateversion }) => setTenantSuspended(tx, false, aggregateversion)),
);
