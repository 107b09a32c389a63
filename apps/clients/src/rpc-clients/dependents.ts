import { type Dependency } from '@psa/contract-kit';
import { assetRpc } from '@psa/contracts-assets';
import { contractRpc, invoiceRpc } from '@psa/contracts-billing';
import { projectRpc, ticketRpc } from '@psa/contracts-desk';
import { loggedHoursRpc } from '@psa/contracts-time';
import { portalUserRpc } from '@psa/contracts-identity';
import { callRpc, type RpcIdentity, type Broker } from '@psa/events-kit';
import type { RequestContext } from '@psa/postgres-kit';
import type { Dependents } from '../ports/dependents.ts';

interface Dependent {
  readonly type: string;
  readonly one: string;
  readonly many: string;
  readonly count: (broker: Broker, id: string, by: RpcIdentity) => Promise<number>;
}

/** The services whose rows keep a client from being deleted; a new one is one more entry. Its portal users are contacts of it, and counted as such. */
const ofClient: readonly Dependent[] = [
  {
    type: 'asset',
    one: 'asset',
    many: 'assets',
    count: async (broker, client_id, by) => (await callRpc(broker, assetRpc.countOfClient, { client_id }, by)).assets,
  },
  {
    type: 'project',
    one: 'project',
    many: 'projects',
    count: async (broker, client_id, by) => (await callRpc(broker, projectRpc.countProjectsOfClient, { client_id }, by)).projects,
  },
  {
    type: 'ticket',
    one: 'ticket',
    many: 'tickets',
    count: async (broker, client_id, by) => (await callRpc(broker, ticketRpc.countTicketsOfClient, { client_id }, by)).tickets,
  },
  {
    type: 'contract',
    one: 'contract',
    many: 'contracts',
    count: async (broker, client_id, by) => (await callRpc(broker, contractRpc.countContractsOfClient, { client_id }, by)).contracts,
  },
  {
    type: 'invoice',
    one: 'invoice',
    many: 'invoices',
    count: async (broker, client_id, by) => (await callRpc(broker, invoiceRpc.countInvoicesOfClient, { client_id }, by)).invoices,
  },
  {
    type: 'time_entry',
    one: 'time entry',
    many: 'time entries',
    count: async (broker, client_id, by) => (await callRpc(broker, loggedHoursRpc.countTimeOfClient, { client_id }, by)).time_entries,
  },
  {
    type: 'client_contract_line',
    one: 'assigned contract line',
    many: 'assigned contract lines',
    count: async (broker, client_id, by) => (await callRpc(broker, contractRpc.countContractsOfClient, { client_id }, by)).contract_lines,
  },
];

/** The services whose rows keep a contact from being deleted. */
const ofContact: readonly Dependent[] = [
  {
    type: 'user',
    one: 'portal user',
    many: 'portal users',
    count: async (broker, contact_name_id, by) => (await callRpc(broker, portalUserRpc.countUsersOfContact, { contact_name_id }, by)).users,
  },
  {
    type: 'project',
    one: 'project',
    many: 'projects',
    count: async (broker, contact_name_id, by) =>
      (await callRpc(broker, projectRpc.countProjectsOfContact, { contact_name_id }, by)).projects,
  },
  {
    type: 'ticket',
    one: 'ticket',
    many: 'tickets',
    count: async (broker, contact_name_id, by) => (await callRpc(broker, ticketRpc.countTicketsOfContact, { contact_name_id }, by)).tickets,
  },
];

/**
 * Asks them all over NATS. One that is silent or not there fails the deletion with a 503: nobody can say then that nothing
 * would be orphaned.
 */
export function dependents(broker: Broker): Dependents {
  const find = async (registry: readonly Dependent[], { tenant, actor, correlationId }: RequestContext, id: string) => {
    const found = await Promise.all(
      registry.map(async ({ type, one, many, count: countOf }): Promise<Dependency> => {
        const count = await countOf(broker, id, { tenant, actor, correlationId });
        return { type, count, label: `${count} ${count === 1 ? one : many}` };
      }),
    );
    return found.filter(({ count }) => count > 0);
  };
  return {
    ofClient: (context, clientId) => find(ofClient, context, clientId),
    ofContact: (context, contactId) => find(ofContact, context, contactId),
  };
}
