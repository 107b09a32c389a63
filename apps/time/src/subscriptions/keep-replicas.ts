import { contractLineEvents, serviceEvents } from '@psa/contracts-billing';
import { clientEvents } from '@psa/contracts-clients';
import { projectTaskEvents, ticketEvents } from '@psa/contracts-desk';
import { identityEvents } from '@psa/contracts-identity';
import { on, subscription } from '@psa/events-kit';
import {
  clientReplica,
  contractLineReplica,
  serviceCopy,
  serviceReplica,
  taskReplica,
  userCopy,
  userReplica,
} from '../replicas/replicas.ts';
import { ticketReplica } from '../replicas/ticket-replica.ts';
import type { Tables } from '../tables.ts';
import type { Ports } from '../time-app.ts';

/** Keeps the names and zones of who works. */
export const keepUserReplica = subscription<Tables, Ports>(
  'time-user-replica',
  on(identityEvents.userCreated, (tx, { data, aggregateversion: version }) => userReplica.keep(tx, userCopy(data), version)),
  on(identityEvents.userUpdated, (tx, { data, aggregateversion: version }) => userReplica.keep(tx, userCopy(data), version)),
  on(identityEvents.userDeleted, (tx, { data, aggregateversion: version }) => userReplica.forget(tx, data, version)),
);

/** Keeps the clients that work is for. */
export const keepClientReplica = subscription<Tables, Ports>(
  'time-client-replica',
  on(clientEvents.created, (tx, { data, aggregateversion: version }) => clientReplica.keep(tx, data, version)),
  on(clientEvents.updated, (tx, { data, aggregateversion: version }) => clientReplica.keep(tx, data, version)),
  on(clientEvents.deleted, (tx, { data, aggregateversion: version }) => clientReplica.forget(tx, data, version)),
);

/** Keeps the tickets and tasks that time is spent on. */
export const keepWorkItemReplicas = subscription<Tables, Ports>(
  'time-work-item-replica',
  on(ticketEvents.created, (tx, { data, aggregateversion: version }) => ticketReplica.keep(tx, data, version)),
  on(ticketEvents.updated, (tx, { data, aggregateversion: version }) => ticketReplica.keep(tx, data, version)),
  on(ticketEvents.closed, (tx, { data, aggregateversion: version }) => ticketReplica.keep(tx, data, version)),
  on(ticketEvents.deleted, (tx, { data, aggregateversion: version }) => ticketReplica.forget(tx, data, version)),
  on(projectTaskEvents.created, (tx, { data, aggregateversion: version }) => taskReplica.keep(tx, data, version)),
  on(projectTaskEvents.updated, (tx, { data, aggregateversion: version }) => taskReplica.keep(tx, data, version)),
  on(projectTaskEvents.deleted, (tx, { data, aggregateversion: version }) => taskReplica.forget(tx, data, version)),
);

/** Keeps the services that work is of. */
export const keepServiceReplica = subscription<Tables, Ports>(
  'time-service-replica',
  on(serviceEvents.created, (tx, { data, aggregateversion: version }) => serviceReplica.keep(tx, serviceCopy(data), version)),
  on(serviceEvents.updated, (tx, { data, aggregateversion: version }) => serviceReplica.keep(tx, serviceCopy(data), version)),
  on(serviceEvents.deleted, (tx, { data, aggregateversion: version }) => serviceReplica.forget(tx, data, version)),
);

/** Keeps the names of the contract lines that work may be billed by. */
export const keepContractLineReplica = subscription<Tables, Ports>(
  'time-contract-line-replica',
  on(contractLineEvents.created, (tx, { data, aggregateversion: version }) => contractLineReplica.keep(tx, data, version)),
  on(contractLineEvents.updated, (tx, { data, aggregateversion: version }) => contractLineReplica.keep(tx, data, version)),
  on(contractLineEvents.deleted, (tx, { data, aggregateversion: version }) => contractLineReplica.forget(tx, data, version)),
);
