import { contractLineEvents, serviceEvents } from '@psa/contracts-billing';
import { clientEvents } from '@psa/contracts-clients';
import { projectTaskEvents, ticketEvents } from '@psa/contracts-desk';
import { identityEvents } from '@psa/contracts-identity';
import { forgetCopy, keepCopy, subscription } from '@psa/events-kit';
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
  keepCopy(identityEvents.userCreated, userReplica, userCopy),
  keepCopy(identityEvents.userUpdated, userReplica, userCopy),
  forgetCopy(identityEvents.userDeleted, userReplica),
);

/** Keeps the clients that work is for. */
export const keepClientReplica = subscription<Tables, Ports>(
  'time-client-replica',
  keepCopy(clientEvents.created, clientReplica),
  keepCopy(clientEvents.updated, clientReplica),
  forgetCopy(clientEvents.deleted, clientReplica),
);

/** Keeps the tickets and tasks that time is spent on. */
export const keepWorkItemReplicas = subscription<Tables, Ports>(
  'time-work-item-replica',
  keepCopy(ticketEvents.created, ticketReplica),
  keepCopy(ticketEvents.updated, ticketReplica),
  keepCopy(ticketEvents.closed, ticketReplica),
  forgetCopy(ticketEvents.deleted, ticketReplica),
  keepCopy(projectTaskEvents.created, taskReplica),
  keepCopy(projectTaskEvents.updated, taskReplica),
  forgetCopy(projectTaskEvents.deleted, taskReplica),
);

/** Keeps the services that work is of. */
export const keepServiceReplica = subscription<Tables, Ports>(
  'time-service-replica',
  keepCopy(serviceEvents.created, serviceReplica, serviceCopy),
  keepCopy(serviceEvents.updated, serviceReplica, serviceCopy),
  forgetCopy(serviceEvents.deleted, serviceReplica),
);

/** Keeps the names of the contract lines that work may be billed by. */
export const keepContractLineReplica = subscription<Tables, Ports>(
  'time-contract-line-replica',
  keepCopy(contractLineEvents.created, contractLineReplica),
  keepCopy(contractLineEvents.updated, contractLineReplica),
  forgetCopy(contractLineEvents.deleted, contractLineReplica),
);
