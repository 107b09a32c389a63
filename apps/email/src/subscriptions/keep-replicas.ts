import { contactEvents } from '@psa/contracts-clients';
import { identityEvents } from '@psa/contracts-identity';
import { on, subscription } from '@psa/events-kit';
import type { Ports, Tx } from '../email-app.ts';
import { keepContact, keepTenant, keepUser } from '../replicas/people.ts';
import type { Tables } from '../tables.ts';

const GONE = { full_name: '', email: '', client_id: null, is_inactive: true, is_deleted: true };

/** Keeps who may write: senders are matched without asking another service. */
export const keepContactReplica = subscription<Tables, Ports>(
  'email-contact-replica',
  on(contactEvents.created, (tx, { data, aggregateversion: version }) => keepContact(tx, { ...data, is_deleted: false, version })),
  on(contactEvents.updated, (tx, { data, aggregateversion: version }) => {
    const { contact_name_id, full_name, email, client_id, is_inactive } = data;
    return keepContact(tx, { contact_name_id, full_name, email, client_id, is_inactive, is_deleted: false, version });
  }),
  on(contactEvents.deleted, (tx, { data, aggregateversion: version }) =>
    keepContact(tx, { ...GONE, contact_name_id: data.contact_name_id, version }),
  ),
  on(contactEvents.merged, (tx, { data, aggregateversion: version }) =>
    keepContact(tx, { ...GONE, contact_name_id: data.contact_name_id, version }),
  ),
);

interface User {
  readonly user_id: string;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly user_type: string;
  readonly is_inactive: boolean;
}

const keep = (tx: Tx, { user_id, email, first_name, last_name, user_type, is_inactive }: User, version: number) =>
  keepUser(tx, {
    user_id,
    email,
    user_name: [first_name, last_name].filter(Boolean).join(' ') || null,
    is_internal: user_type !== 'client',
    is_inactive,
    version,
  });

/** Keeps who belongs to the staff, and which tenants are served. */
export const keepIdentityReplicas = subscription<Tables, Ports>(
  'email-identity-replicas',
  on(identityEvents.userCreated, (tx, { data, aggregateversion }) => keep(tx, data, aggregateversion)),
  on(identityEvents.userUpdated, (tx, { data, aggregateversion }) => keep(tx, data, aggregateversion)),
  on(identityEvents.userDeleted, (tx, { data, aggregateversion: version }) =>
    keepUser(tx, { user_id: data.user_id, email: '', user_name: null, is_internal: false, is_inactive: true, version }),
  ),
  on(identityEvents.tenantCreated, (tx, { data, aggregateversion: version }) =>
    keepTenant(tx, { name: data.name, is_suspended: false, version }),
  ),
  on(identityEvents.tenantSuspended, (tx, { aggregateversion: version }) => keepTenant(tx, { is_suspended: true, version })),
  on(identityEvents.tenantResumed, (tx, { aggregateversion: version }) => keepTenant(tx, { is_suspended: false, version })),
);
