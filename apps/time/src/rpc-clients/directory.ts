import { contractLineRpc, serviceRpc } from '@psa/contracts-billing';
import { projectRpc, ticketRpc } from '@psa/contracts-desk';
import { directoryRpc } from '@psa/contracts-identity';
import { type Broker, callRpc, type RpcIdentity } from '@psa/events-kit';
import type { RequestContext } from '@psa/postgres-kit';
import type { Directory } from '../ports/directory.ts';

const identityOf = ({ tenant, actor, correlationId }: RequestContext): RpcIdentity => ({ tenant, actor, correlationId });

/** Asks the identity, desk and billing services over NATS. */
export function directory(broker: Broker): Directory {
  return {
    user: async (context, user_id) => (await callRpc(broker, directoryRpc.getUserFacts, { user_id }, identityOf(context))).user,
    ticket: async (context, ticket_id) => (await callRpc(broker, ticketRpc.getTicketFacts, { ticket_id }, identityOf(context))).ticket,
    task: async (context, task_id) => (await callRpc(broker, projectRpc.getTaskFacts, { task_id }, identityOf(context))).task,
    service: async (context, service_id) =>
      (await callRpc(broker, serviceRpc.getServiceFacts, { service_id }, identityOf(context))).service,
    contractLine: async (context, contract_line_id) =>
      (await callRpc(broker, contractLineRpc.getContractLineFacts, { contract_line_id }, identityOf(context))).contract_line,
    permissions: async (context, user_id) =>
      (await callRpc(broker, directoryRpc.getUserPermissions, { user_id }, identityOf(context))).permissions,
    managedUsers: async (context, user_id) =>
      (await callRpc(broker, directoryRpc.listManagedUsers, { user_id }, identityOf(context))).user_ids,
  };
}
